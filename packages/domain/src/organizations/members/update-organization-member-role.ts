import { ServiceError } from '@cairn/contract/errors/errors'
import { recordEvents } from '../../background/changes/record-events.ts'
import { newEvent } from '../../events/new-event.ts'
import { callerOfSession, requireAdministrator, requireAdministratorRole } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../context/membership-check.ts'
import { toOrganizationMemberResponse } from './to-organization-member-response.ts'
import { withRole } from './with-role.ts'

/**
 * Makes a member an admin, or an admin a member. The owner's role stays as it is: the write requires the role that was
 * read, which is not the owner's, and the name, which is part of the sort key of member lists.
 */
export const updateOrganizationMemberRole: Implementation<'updateOrganizationMemberRole'> = async (
  context,
  access,
  { params, body: { role } },
) => {
  const { database, now } = context
  const { organizationId } = access
  const userKey = keyOf(params.userId)

  return retryOnLostRace(database, async () => {
    const [administrator, member] = await Promise.all([
      requireAdministrator(access),
      readRecord(database, membershipEntity, { userKey, organizationId }),
    ])
    const isCaller = userKey === administrator.userKey
    if (!member) throw new ServiceError('member_not_found', 'This user is not a member of the organization.')
    // Check the latest role: a caller who was demoted in the meantime must not become an admin again.
    if (isCaller) requireAdministratorRole(member)
    if (member.role === 'owner') {
      throw new ServiceError('owner_role_immutable', "The owner's role cannot be changed.")
    }
    if (member.role === role) return { member: toOrganizationMemberResponse(member) }

    const failed = await transact(database, {
      // A transaction must not contain a record twice. The condition of the change checks the caller's own role.
      authority: isCaller ? undefined : administratorCheck(administrator),
      member: withRole(member, role),
      audit: auditEntry(context, bySession(context, access), {
        action: 'member.role_changed',
        target: { kind: 'member', id: params.userId, userId: params.userId },
        changes: [{ field: 'role', from: member.role, to: role }],
      }),
      change: recordEvents(database, {
        organizationId,
        events: [
          newEvent(
            'member.role_changed',
            { by: callerOfSession(access.user.id, organizationId), now },
            { userId: params.userId, role, previousRole: member.role },
          ),
        ],
      }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) return lostRace
    return { member: toOrganizationMemberResponse({ ...member, role }) }
  })
}
