import { ServiceError } from '@cairn/contract/errors/errors'
import { recordEvents } from '../../background/changes/record-events.ts'
import { newEvent } from '../../events/new-event.ts'
import { invalidGoalOwner } from '../../goals/rules/goal-owner.ts'
import { endClaims, heldFor } from '../../goals/work/claims/end-claims.ts'
import { pauseWebhooks, readWebhooksOf } from '../../programs/webhooks/record/pause-webhooks.ts'
import { callerOfSession, requireAdministrator } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority, memberCheck } from '../context/membership-check.ts'
import { beginRemoval } from '../removal/removal-record.ts'
import { leaveOrganization, readUser } from '../session/user-organizations.ts'

/**
 * Removes a member, or lets the caller leave. One transaction takes everything away that decides about access: the
 * membership, by which sessions and API tokens are judged on every request, and the webhooks that the member has created.
 * Goals and tokens, of which there may be any number, follow as due work (`../removal/`).
 *
 * @throws `organization_member_not_found` also if the member was removed before; `sole_owner`: the owner hands over first;
 *   `invalid_goal_owner` if the goals' new owner is no other member.
 */
export const removeOrganizationMember: Implementation<'removeOrganizationMember'> = async (
  context,
  access,
  { params, body: { reassignGoalsTo } },
) => {
  const { database, now } = context
  const { organizationId } = access
  const { userId } = params
  const userKey = keyOf(userId)
  const isLeaving = userId === access.user.id
  const receiverKey = reassignGoalsTo === null ? undefined : keyOf(reassignGoalsTo)

  return retryOnLostRace(database, async () => {
    const [caller, member, user, receiver, webhooks] = await Promise.all([
      isLeaving ? access.membership() : requireAdministrator(access),
      readRecord(database, membershipEntity, { userKey, organizationId }),
      readUser(database, userKey),
      receiverKey && readRecord(database, membershipEntity, { userKey: receiverKey, organizationId }),
      readWebhooksOf(database, organizationId, userId),
    ])
    requireRemovable(member, isLeaving)
    if (receiver === null || receiverKey === userKey) throw invalidGoalOwner()

    const by = callerOfSession(access.user.id, organizationId)
    const cause = bySession(context, access)
    const type = isLeaving ? 'member.left' : 'member.removed'
    const failed = await transact<string>(database, {
      authority: isLeaving ? undefined : administratorCheck(caller),
      // A transaction must not contain a record twice: the caller is known to be a member.
      receiver: receiver && receiverKey !== caller.userKey ? memberCheck(receiver) : undefined,
      member: {
        Delete: membershipEntity
          .remove({ userKey, organizationId })
          .where(({ role }, { eq }) => eq(role, member.role)),
      },
      user: user && leaveOrganization(user, organizationId),
      removal: beginRemoval(organizationId, {
        userId,
        receiverUserId: reassignGoalsTo ?? undefined,
        removedByUserId: access.user.id,
        createdAt: timestampOf(now),
      }),
      ...pauseWebhooks(database, webhooks, cause, now),
      audit: auditEntry(context, cause, {
        action: type,
        target: { kind: 'member', id: userId, userId },
        changes: [{ field: 'role', from: member.role, to: null }],
      }),
      change: recordEvents(database, {
        organizationId,
        events: [newEvent(type, { by, now }, { userId, role: member.role })],
      }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, caller)
    if (failed.length > 0) return lostRace
    // If it fails, the removal of the member's other records ends them.
    context.runInBackground(() => endClaims(database, { organizationId, isHeld: heldFor(userId), by, now }))
    return undefined
  })
}

function requireRemovable(
  member: MembershipRecord | null,
  isLeaving: boolean,
): asserts member is MembershipRecord {
  if (!member) {
    throw new ServiceError(
      'organization_member_not_found',
      'This user is not a member of the organization, or was removed before.',
    )
  }
  if (member.role !== 'owner') return
  throw new ServiceError(
    'sole_owner',
    isLeaving
      ? 'You own this organization. Hand it over to another member first, then leave.'
      : 'The owner cannot be removed. The owner can hand the organization over first.',
  )
}
