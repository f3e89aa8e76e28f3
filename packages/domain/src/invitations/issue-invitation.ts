import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '@cairn/contract/registry'
import type { EmailDelivery, EmailMessage } from '../email/email-delivery.ts'
import { nameInEmail } from '../email/name-in-email.ts'
import type { InvitationRecord } from '../table/entities/invitation.ts'
import { invitationTokenOf } from './invitation-token.ts'
import { toOrganizationInvitationResponse } from './to-organization-invitation-response.ts'

/** What the installation decides about invitations. */
export type InvitationSettings = {
  delivery: EmailDelivery
  /** Where the web application is, without a trailing slash. */
  webOrigin: string
  lifetimeInDays: number
}

/** Who is told to have sent the mail, and into what. */
export type InvitationSender = { displayName: string; organizationName: string | undefined }

/**
 * Sends the link of an invitation that was just written, and answers it: the only two places where the secret
 * ever is. Nothing that happens to the mail takes the invitation back.
 */
export async function issueInvitation(
  invitation: InvitationRecord,
  secret: string,
  sender: InvitationSender,
  settings: InvitationSettings,
  now: Date,
): Promise<OutputOf<'createOrganizationInvitation'>> {
  const acceptUrl = `${settings.webOrigin}/invitations/${invitationTokenOf({ ...invitation, secret })}`
  const message = invitationMessage(invitation.email, acceptUrl, sender, settings.lifetimeInDays)
  return {
    invitation: toOrganizationInvitationResponse(invitation, now),
    acceptUrl,
    emailSent: await isDelivered(settings.delivery, message),
  }
}

// A mail server that hangs must not use up the time of the request, nor of the next one in the same function.
const deliveryLimitInMilliseconds = 2_000

async function isDelivered(delivery: EmailDelivery, message: EmailMessage): Promise<boolean> {
  if (!delivery.enabled) return false
  const over = new AbortController()
  try {
    return await Promise.race([
      delivery.deliver(message, over.signal).then(() => true),
      sleep(deliveryLimitInMilliseconds, false, { signal: over.signal }),
    ])
  } catch {
    // Not logged: what a mail client throws may hold the message, and with it the link.
    return false
  } finally {
    over.abort()
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
