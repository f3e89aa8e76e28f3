import { requireAdministrator } from '../access.ts'
import { bySession } from '../audit/audit-entry.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/membership-check.ts'
import { readOrganizationNames } from '../organizations/organization-context.ts'
import { countAttempt } from '../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../request-context.ts'
import { invitationAuditEntry } from './invitation-audit-entry.ts'
import { issueInvitation } from './link/issue-invitation.ts'
import { newLink } from './link/new-link.ts'
import { keepAddress } from './state/invited-address.ts'
import { inviterCheck } from './state/inviter.ts'
import {
  findPendingInvitation,
  invitationNotPending,
  replacePending,
  requirePending,
} from './state/pending-invitation.ts'

/**
 * Gives a pending invitation a new link with a full lifetime. Earlier links become invalid. Of two concurrent requests,
 * the link of the later one is valid.
 */
export const resendOrganizationInvitation: Implementation<
  'resendOrganizationInvitation',
  EmailContext
> = async (context, access, { params }) => {
  const { database, now, settings } = context
  const { organizationId } = access
  const cause = bySession(context, access)
  const { secret, stored } = newLink(now, settings.invitationLifetimeDays)
  const counted = countAttempt(context, 'issueInvitation', { provenUserId: access.user.id })

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
      audit: invitationAuditEntry(context, cause, 'invitation.resent', pending),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('invitation')) return lostRace
    // The invitation is void, or it expired by another instance's clock and its address has another invitation.
    if (failed.length > 0) throw invitationNotPending()
    return { invitation: renewed, organizationName: names.get(organizationId) }
  })
  const sender = { displayName: access.user.displayName, organizationName }
  return issueInvitation(context, invitation, secret, sender)
}
