import { ServiceError } from '@cairn/contract/errors'
import { callerOfSession, requireAdministrator } from '../../access.ts'
import { auditEntry, bySession } from '../../audit/audit-entry.ts'
import { recordEvents } from '../../changes/record-events.ts'
import { timestampOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { newEvent } from '../../events/new-event.ts'
import { invalidGoalOwner } from '../../goals/goal-owner.ts'
import type { Implementation } from '../../operation.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import { removeRecord } from '../../table/entity/writes.ts'
import { pauseWebhooks, readWebhooksOf } from '../../webhooks/record/pause-webhooks.ts'
import { administratorCheck, explainLostAuthority, memberCheck } from '../membership-check.ts'
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
      authority: isLeaving ? undefined : administratorCheck(database, caller),
      // A transaction must not contain a record twice: the caller is known to be a member.
      receiver: receiver && receiverKey !== caller.userKey ? memberCheck(database, receiver) : undefined,
      member: removeRecord(database, membershipEntity, { userKey, organizationId }, ({ role }, { eq }) =>
        eq(role, member.role),
      ),
      user: user && leaveOrganization(database, user, organizationId),
      removal: beginRemoval(database, organizationId, {
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
    return failed.length > 0 ? lostRace : undefined
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
