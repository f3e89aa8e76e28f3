import { ServiceError } from '@cairn/contract/errors/errors'
import { hoursBetweenReportRequests } from '@cairn/contract/schemas/goals/report-requests'
import { recordEvents } from '../../../background/changes/record-events.ts'
import { newEvent } from '../../../events/new-event.ts'
import { memberCheck } from '../../../organizations/context/membership-check.ts'
import { callerOfSession } from '../../../requests/access.ts'
import { secondsPerHour, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { createOnce, sessionCreatorOf } from '../../../storage/idempotency/create-once.ts'
import { goalReportRequestEntity } from '../../../storage/table/entities/goals/goal-report-request.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { createRecord, replaceRecord } from '../../../storage/table/entity.ts'
import { shortHash } from '../../../storage/table/short-id.ts'
import { unchangedGoal } from '../../record/goal-conditions.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { goalNotFound } from '../../rules/authority.ts'

/**
 * Asks the owner of a goal for a report. One transaction writes the request and its event if the goal is as it was read, its owner is
 * a member, and the caller has not asked in the last 24 hours.
 */
export const requestReport: Implementation<'requestReport'> = async (context, access, { params }) => {
  const { database, now } = context
  const { organizationId, user } = access
  const { goalId } = params
  const key = { ...goalKeyOf({ organizationId, goalId }), userKey: shortHash(user.id) }
  const expiresAt = new Date(now.getTime() + hoursBetweenReportRequests * secondsPerHour * 1000)
  const authority = access.membership()
  // An operation that fails before it awaits the authority must not leave an unhandled rejection.
  authority.catch(() => undefined)
  const caller = sessionCreatorOf(access, organizationId)
  /** An owner who is no member: the goal is about to be given away. */
  let formerOwner: string | undefined
  return createOnce(context, { operation: 'requestReport', caller, body: [goalId], authority }, (creation) =>
    retryOnLostRace(database, async () => {
      const [, row, earlier] = await Promise.all([
        authority,
        readGoalRow(database, organizationId, goalId),
        readRecord(database, goalReportRequestEntity, key),
        creation.requireUnused(),
      ])
      const goal = requireOpen(row)
      const ownerUserId = requireOwner(goal, user.id)
      if (ownerUserId === formerOwner) throw goalHasNoOwner()
      if (earlier && earlier.expiresAt > timestampOf(now)) throw alreadyRequested()
      const response = {
        reportRequest: {
          goalId,
          ownerUserId,
          requestedByUserId: user.id,
          createdAt: timestampOf(now),
        },
      }
      const record = { ...key, expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }
      const by = callerOfSession(user.id, organizationId)
      const event = newEvent(
        'report.requested',
        { by, now },
        { ownerUserId },
        { goal: { id: goalId, title: goal.title } },
      )
      const failed = await transact<string>(database, {
        request: {
          Put: earlier
            ? replaceRecord(goalReportRequestEntity, record, { expiresAt: earlier.expiresAt })
            : createRecord(goalReportRequestEntity, record),
        },
        goal: unchangedGoal(goal),
        owner: memberCheck({ userKey: keyOf(ownerUserId), organizationId }),
        created: creation.use(goalId, response),
        change: recordEvents(database, { organizationId, events: [event] }),
      })
      if (failed.includes('owner')) formerOwner = ownerUserId
      return failed.length > 0 ? lostRace : response
    }),
  )
}

function requireOpen(row: GoalRow | null): GoalRow {
  if (!row) throw goalNotFound()
  if (row.status !== 'completed' && row.status !== 'archived') return row
  throw new ServiceError('goal_closed', 'This goal is closed, so nobody reports on it.')
}

/** Returns the owner, who is somebody else. */
function requireOwner({ ownerUserId }: GoalRow, userId: string): string {
  if (ownerUserId === undefined) throw goalHasNoOwner()
  if (ownerUserId !== userId) return ownerUserId
  throw new ServiceError('report_request_own_goal', 'This is your own goal.')
}

function goalHasNoOwner(): ServiceError {
  return new ServiceError('goal_has_no_owner', 'This goal has no owner who can be asked.')
}

function alreadyRequested(): ServiceError {
  return new ServiceError(
    'report_already_requested',
    `You have asked for a report on this goal in the last ${hoursBetweenReportRequests} hours.`,
  )
}
