import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '@cairn/contract/registry'
import type { EmailDelivery, EmailMessage } from '../email/email-delivery.ts'
import { nameInEmail } from '../email/name-in-email.ts'
import type { EmailContext } from '../request-context.ts'
import type { InvitationRecord } from '../table/entities/invitation.ts'
import { invitationTokenOf } from './invitation-token.ts'
import { toOrganizationInvitationResponse } from './to-organization-invitation-response.ts'

/** Whom the email names as the sender, and the organization. */
export type InvitationSender = { displayName: string; organizationName: string | undefined }

/**
 * Sends and returns the link of an invitation that was just written. The email and this response are the only two places
 * that ever hold the secret. An email that fails does not undo the invitation.
 */
export async function issueInvitation(
  { now, email, settings }: Pick<EmailContext, 'now' | 'email' | 'settings'>,
  invitation: InvitationRecord,
  secret: string,
  sender: InvitationSender,
): Promise<OutputOf<'createOrganizationInvitation'>> {
  const acceptUrl = `${settings.webOrigin}/invitations/${invitationTokenOf({ ...invitation, secret })}`
  const message = invitationMessage(invitation.email, acceptUrl, sender, settings.invitationLifetimeInDays)
  return {
    invitation: toOrganizationInvitationResponse(invitation, now),
    acceptUrl,
    emailSent: await isDelivered(email, message),
  }
}

// An email service that hangs must not use up the time of this request, nor of the next one in the same function.
const deliveryLimitInMilliseconds = 2_000

async function isDelivered(delivery: EmailDelivery, message: EmailMessage): Promise<boolean> {
  if (!delivery.enabled) return false
  const end = new AbortController()
  try {
    return await Promise.race([
      delivery.deliver(message, end.signal).then(() => true),
      sleep(deliveryLimitInMilliseconds, false, { signal: end.signal }),
    ])
  } catch {
    // Not logged: the error of an email client may hold the message, and with it the link.
    return false
  } finally {
    end.abort()
  }
}

export function invitationMessage(
  to: string,
  link: string,
  sender: InvitationSender,
  lifetimeInDays: number,
): EmailMessage {
  const organization = nameInEmail(sender.organizationName ?? 'an organization')
  const days = lifetimeInDays === 1 ? '1 day' : `${lifetimeInDays} days`
  return {
    kind: 'organization_invitation',
    to,
    subject: `Join ${organization} on Cairn`,
    text: `${nameInEmail(sender.displayName)} invites you to ${organization} on Cairn. Sign in with this address and open the link within ${days}: ${link}`,
    link,
  }
}
