import { recordEvents } from '../../background/changes/record-events.ts'
import { requireAdministrator } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { bySession } from '../audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../context/membership-check.ts'
import { invitationAuditEntry } from './invitation-audit-entry.ts'
import { invitationEvent } from './invitation-event.ts'
import { freeAddress } from './state/invited-address.ts'
import { inviterCheck } from './state/inviter.ts'
import {
  findPendingInvitation,
  invitationNotPending,
  replacePending,
  requirePending,
} from './state/pending-invitation.ts'

/** Revokes a pending invitation: its link becomes invalid, and its address can be invited again. */
export const revokeOrganizationInvitation: Implementation<'revokeOrganizationInvitation'> = async (
  context,
  access,
  { params },
) => {
  const { database, now } = context
  const { organizationId } = access
  const cause = bySession(context, access)
  return retryOnLostRace(database, async () => {
    const [administrator, found] = await Promise.all([
      requireAdministrator(access),
      findPendingInvitation(context, organizationId, params.invitationId),
    ])
    const pending = requirePending(found)
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      inviter: inviterCheck(pending, administrator),
      invitation: replacePending(pending, { status: 'revoked', ttl: undefined }),
      address: freeAddress(pending),
      audit: invitationAuditEntry(context, cause, 'invitation.revoked', pending),
      change: recordEvents(database, {
        organizationId,
        events: [invitationEvent('invitation.revoked', access, now, pending)],
      }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('invitation')) return lostRace
    // The invitation is void, or it expired by another instance's clock and its address has another invitation.
    if (failed.length > 0) throw invitationNotPending()
    return undefined
  })
}
