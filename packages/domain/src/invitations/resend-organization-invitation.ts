import type { InputOf, OutputOf } from '@cairn/contract/registry'
import { requireAdministrator, type SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/membership-check.ts'
import { readOrganizationNames } from '../organizations/organization-context.ts'
import { countAttempt, type RateLimitSubject } from '../rate-limits/rate-limiter.ts'
import { type InvitationSettings, issueInvitation } from './issue-invitation.ts'
import { newLink } from './new-link.ts'
import { keepAddress } from './state/invited-address.ts'
import { inviterCheck } from './state/inviter.ts'
import {
  findPendingInvitation,
  invitationNotPending,
  replacePending,
  requirePending,
} from './state/pending-invitation.ts'

/**
 * Gives a pending invitation a new link and its full time again; earlier links are dead from then on. Of two at
 * once the later one's link is alive.
 */
export async function resendOrganizationInvitation(
  context: Context,
  access: SessionAccess,
  { params }: InputOf<'resendOrganizationInvitation'>,
  settings: InvitationSettings,
  subject: RateLimitSubject,
): Promise<OutputOf<'resendOrganizationInvitation'>> {
  const { database, now } = context
  const { organizationId } = access
  const { secret, stored } = newLink(now, settings.lifetimeInDays)
  const counted = countAttempt(context, subject, 'issueInvitation', { provenUserId: access.user.id })

  const { invitation, organizationName } = await retryOnLostRace(database, async () => {
    const [administrator, found, names] = await Promise.all([
      requireAdministrator(access),
      findPendingInvitation(context, organizationId, params.invitationId),
      readOrganizationNames(database, [organizationId]),
      counted,
    ])
    const pending = requirePending(found)
    const renewed = { ...pending, ...stored }
    const failed = await transact(database, {
      authority: administratorCheck(database, administrator),
      inviter: inviterCheck(database, pending, administrator),
      invitation: replacePending(database, pending, renewed),
      address: keepAddress(database, renewed),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('invitation')) return lostRace
    // It is void; or by another clock it had expired, and its address has another invitation.
    if (failed.length > 0) throw invitationNotPending()
    return { invitation: renewed, organizationName: names.get(organizationId) }
  })
  const sender = { displayName: access.user.displayName, organizationName }
  return issueInvitation(invitation, secret, sender, settings, now)
}
