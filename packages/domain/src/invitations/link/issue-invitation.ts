import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '@cairn/contract/registry'
import { composeEmail } from '../../email/compose-email.ts'
import type { EmailDelivery, EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'
import type { EmailContext } from '../../request-context.ts'
import type { InvitationRecord } from '../../table/entities/invitation.ts'
import { toOrganizationInvitationResponse } from '../to-organization-invitation-response.ts'
import { invitationTokenOf } from './invitation-token.ts'

/** The sender and the organization that the email names. */
export type InvitationSender = { displayName: string; organizationName: string | undefined }

/**
 * Sends and returns the link of an invitation that was just written. Only the email and this response ever contain the
 * secret. If the email fails, the invitation is still valid.
 */
export async function issueInvitation(
  { now, email, settings }: Pick<EmailContext, 'now' | 'email' | 'settings'>,
  invitation: InvitationRecord,
  secret: string,
  sender: InvitationSender,
): Promise<OutputOf<'createOrganizationInvitation'>> {
  const acceptUrl = `${settings.webOrigin}/invitations/${invitationTokenOf({ ...invitation, secret })}`
  const message = invitationMessage(invitation.email, acceptUrl, sender, settings.invitationLifetimeDays)
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
  to: string,
  link: string,
  sender: InvitationSender,
  lifetimeDays: number,
): EmailMessage {
  const organization = nameInEmail(sender.organizationName ?? 'an organization')
  const days = lifetimeDays === 1 ? '1 day' : `${lifetimeDays} days`
  return composeEmail(
    { kind: 'organization_invitation', to, link },
    {
      subject: `Join ${organization} on Cairn`,
      preview: `Accept within ${days}.`,
      blocks: [
        {
          kind: 'text',
          text: `${nameInEmail(sender.displayName)} invited you to join ${organization} on Cairn.`,
        },
        { kind: 'text', text: `Open this link and sign in with this email address within ${days}.` },
        { kind: 'button', text: 'Accept invitation', url: link },
      ],
      footer: [],
    },
  )
}
