import { requireAdministrator } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { bySession } from '../audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../context/membership-check.ts'
import { readOrganizationFacts } from '../context/organization-context.ts'
import { invitationAuditEntry } from './invitation-audit-entry.ts'
import { issueInvitation } from './link/issue-invitation.ts'
import { languageOfInvited } from './link/language-of-invited.ts'
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

  const { invitation, organizationName, spoken } = await retryOnLostRace(database, async () => {
    const [administrator, found, facts] = await Promise.all([
      requireAdministrator(access),
      findPendingInvitation(context, organizationId, params.invitationId),
      readOrganizationFacts(database, [organizationId]),
      counted,
    ])
    // The new email may arrive.
    const { bouncedAt: _, ...pending } = requirePending(found)
    const renewed = { ...pending, ...stored }
    // Beside the transaction, without a trip of its own. If it fails, the link is still sent.
    const spoken = languageOfInvited(context, pending.email, access.stored).catch(() => undefined)
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      inviter: inviterCheck(pending, administrator),
      invitation: replacePending(pending, renewed),
      address: keepAddress(renewed),
      audit: invitationAuditEntry(context, cause, 'invitation.resent', pending),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('invitation')) return lostRace
    // The invitation is void, or it expired by another instance's clock and its address has another invitation.
    if (failed.length > 0) throw invitationNotPending()
    return { invitation: renewed, organizationName: facts.get(organizationId)?.name, spoken }
  })
  const sender = { displayName: access.user.displayName, organizationName }
  return issueInvitation(context, invitation, secret, sender, await spoken)
}
