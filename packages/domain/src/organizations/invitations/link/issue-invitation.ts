import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@cairn/contract/http/language'
import type { OutputOf } from '@cairn/contract/registry/registry'
import { composeEmail, type Recipient } from '../../../accounts/email/compose-email.ts'
import type { EmailDelivery, EmailMessage } from '../../../accounts/email/email-delivery.ts'
import { nameInEmail } from '../../../accounts/email/name-in-email.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import type { InvitationRecord } from '../../../storage/table/entities/organizations/invitation.ts'
import { toOrganizationInvitationResponse } from '../to-organization-invitation-response.ts'
import { invitationTokenOf } from './invitation-token.ts'

/** The sender and the organization that the email names. */
export type InvitationSender = { displayName: string; organizationName: string | undefined }

/**
 * Sends and returns the link of an invitation that was just written. Only the email and this response ever contain the
 * secret. If the email fails, the invitation is still valid.
 *
 * @param language  That of the email.
 */
export async function issueInvitation(
  { now, email, settings }: Pick<EmailContext, 'now' | 'email' | 'settings'>,
  invitation: InvitationRecord,
  secret: string,
  sender: InvitationSender,
  language: Language | undefined,
): Promise<OutputOf<'createOrganizationInvitation'>> {
  const acceptUrl = `${settings.webOrigin}/invitations/${invitationTokenOf({ ...invitation, secret })}`
  const message = invitationMessage(
    { email: invitation.email, language },
    acceptUrl,
    sender,
    settings.invitationLifetimeDays,
  )
  return {
    invitation: toOrganizationInvitationResponse(invitation, now),
    acceptUrl,
    emailSent: await isDelivered(email, message),
  }
}

// An email service that hangs must not delay this request or the next one in the same function.
const deliveryLimitMilliseconds = 2_000

async function isDelivered(delivery: EmailDelivery, message: EmailMessage): Promise<boolean> {
  if (!delivery.enabled) return false
  const end = new AbortController()
  try {
    return await Promise.race([
      delivery.deliver(message, end.signal).then(() => true),
      sleep(deliveryLimitMilliseconds, false, { signal: end.signal }),
    ])
  } catch {
    // Not logged, because the error of an email client may contain the message and its link.
    return false
  } finally {
    end.abort()
  }
}

export function invitationMessage(
  to: Recipient,
  link: string,
  sender: InvitationSender,
  lifetimeDays: number,
): EmailMessage {
  return composeEmail({ kind: 'organization_invitation', link }, to, ({ invitation: words }) => {
    const organization = nameInEmail(sender.organizationName ?? words.anOrganization)
    return {
      subject: words.subject(organization),
      preview: words.preview(lifetimeDays),
      blocks: [
        { kind: 'text', text: words.invited(nameInEmail(sender.displayName), organization) },
        { kind: 'text', text: words.open(lifetimeDays) },
        { kind: 'button', text: words.accept, url: link },
      ],
      footer: [],
    }
  })
}
