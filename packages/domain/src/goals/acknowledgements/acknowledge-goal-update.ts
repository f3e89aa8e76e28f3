import { ServiceError } from '@cairn/contract/errors/errors'
import { type Acknowledgement, shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import { recordGoalEvent } from '../../background/changes/record-events.ts'
import { acknowledgementEvent } from '../../events/goal-events.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import {
  type GoalAcknowledgementCountRecord,
  goalAcknowledgementCountEntity,
  goalAcknowledgementEntity,
} from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { goalNotFound } from '../rules/authority.ts'
import { withItsAcknowledgements } from './shown.ts'

/**
 * Adds the caller to those who acknowledged a report. The first acknowledgement counts: repeating it, at once or later,
 * changes nothing. It is outside of the report's hash, and neither a version nor an entry of the history.
 */
export const acknowledgeGoalUpdate: Implementation<'acknowledgeGoalUpdate'> = async (
  { database, now },
  access,
  { params },
) => {
  const { organizationId, user } = access
  const { goalId, revision } = params
  const goalKey = goalKeyOf({ organizationId, goalId })
  const key = { ...goalKey, revision }
  const userKey = shortHash(user.id)
  return retryOnLostRace(database, async () => {
    const [, goal, report, counted, known] = await Promise.all([
      access.membership(),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalReportEntity, key),
      readRecord(database, goalAcknowledgementCountEntity, key),
      readRecord(database, goalAcknowledgementEntity, { ...key, userKey }),
    ])
    if (!goal || !report) throw goalNotFound()
    if (report.content.authorityUserId === user.id) {
      throw new ServiceError('acknowledgement_own_report', 'Somebody else has to acknowledge your report.')
    }
    if (known) return withItsAcknowledgements(report, counted)
    const own = { userId: user.id, at: timestampOf(now) }
    const after = oneMore({ ...key, count: 0, first: [], ...counted }, own)
    const record = { ...key, userKey, ...own, number: after.count, reportId: report.content.id }
    const failed = await transact(database, {
      acknowledgement: { Put: goalAcknowledgementEntity.create(record) },
      count: counted
        ? {
            Put: goalAcknowledgementCountEntity
              .put(after)
              .where(({ count }, { eq }) => eq(count, counted.count)),
          }
        : { Put: goalAcknowledgementCountEntity.create(after) },
      // Whatever is written before the goal is deleted goes with it.
      goal: { ConditionCheck: goalRowEntity.remove(goalKey) },
      change: recordGoalEvent(database, organizationId, acknowledgementEvent(record, goal.title)),
    })
    return failed.length > 0 ? lostRace : withItsAcknowledgements(report, after)
  })
}

function oneMore(
  before: GoalAcknowledgementCountRecord,
  own: Acknowledgement,
): GoalAcknowledgementCountRecord {
  return {
    ...before,
    count: before.count + 1,
    first: before.first.length < shownAcknowledgements ? [...before.first, own] : before.first,
  }
}
