import { ServiceError } from '@cairn/contract/errors/errors'
import { type Acknowledgement, shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import { recordGoalEvents } from '../../background/changes/record-events.ts'
import { acknowledgementEvents } from '../../events/goal-events.ts'
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
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { createRecord, replaceRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import { existingGoal } from '../record/goal-conditions.ts'
import { readGoal, readGoalRow } from '../record/read-goal.ts'
import { rightItem, settleRight } from '../review/right-to-weaken.ts'
import { confirmationNotAllowed } from '../review/verification.ts'
import { goalNotFound } from '../rules/authority.ts'
import { relationsOfConfirmation, relationsToFollow } from '../tree/following/relation-change.ts'
import { confirm, confirmationItems } from './confirm-criteria.ts'
import { withItsAcknowledgements } from './shown.ts'

/**
 * Adds the caller to those who acknowledged a report, and confirms what it judged as met. The first acknowledgement counts: repeating
 * it, at once or later, changes nothing, but may confirm more. It is outside of the report's hash, and neither a version nor an entry of
 * the history.
 */
export const acknowledgeGoalUpdate: Implementation<'acknowledgeGoalUpdate'> = async (
  { database, now },
  access,
  { params, body: { confirmedCriterionIds: wanted = [] } },
) => {
  const { organizationId, user } = access
  const { goalId, revision } = params
  const goalKey = goalKeyOf({ organizationId, goalId })
  const key = { ...goalKey, revision }
  const userKey = shortHash(user.id)
  const by = { userId: user.id, organizationId }
  return retryOnLostRace(database, async () => {
    const [{ role }, goal, report, counted, known] = await Promise.all([
      access.membership(),
      wanted.length > 0
        ? readGoal(database, organizationId, goalId)
        : readGoalRow(database, organizationId, goalId).then((row) => row && { row, text: undefined }),
      readRecord(database, goalReportEntity, key),
      readRecord(database, goalAcknowledgementCountEntity, key),
      readRecord(database, goalAcknowledgementEntity, { ...key, userKey }),
    ])
    if (!goal || !report) throw goalNotFound()
    if (report.content.authorityUserId === user.id) {
      throw new ServiceError('acknowledgement_own_report', 'Somebody else has to acknowledge your report.')
    }
    const own = { userId: user.id, at: timestampOf(now) }
    const confirmed = goal.text ? confirm(goal, { ...own, role, revision, known, wanted }) : undefined
    if (known && !confirmed) return withItsAcknowledgements(report, counted)

    const after = known ? counted : oneMore({ ...key, count: 0, first: [], ...counted }, own)
    const criterionIds = confirmed?.criterionIds ?? []
    const record = known
      ? { ...known, later: [...(known.later ?? []), { at: own.at, criterionIds }] }
      : {
          ...key,
          userKey,
          ...own,
          number: after?.count ?? 1,
          reportId: report.content.id,
          ...(confirmed && { confirmed: criterionIds }),
        }
    const told = known ? 1 + (known.later?.length ?? 0) : 0
    const failed = await transact<string>(database, {
      acknowledgement: {
        Put: known
          ? replaceRecord(goalAcknowledgementEntity, record, { number: known.number })
          : createRecord(goalAcknowledgementEntity, record),
      },
      ...(!known && after && { count: countItem(after, counted) }),
      // Whatever is written before the goal is deleted goes with it.
      ...(confirmed
        ? { ...confirmationItems(database, confirmed), right: rightItem(by, confirmed.right) }
        : { goal: existingGoal(goalKey) }),
      change: recordGoalEvents(
        database,
        organizationId,
        acknowledgementEvents(record, goal.row.title, told),
        confirmed && relationsToFollow(relationsOfConfirmation(goalId), goal.row),
      ),
    })
    if (failed.includes('right')) {
      return settleRight(database, by, confirmed?.right, confirmationNotAllowed())
    }
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

/** Requires that nobody else has acknowledged the report meanwhile. */
function countItem(
  after: GoalAcknowledgementCountRecord,
  before: GoalAcknowledgementCountRecord | null,
): TransactionItem {
  return {
    Put: before
      ? goalAcknowledgementCountEntity.put(after).where(({ count }, { eq }) => eq(count, before.count))
      : goalAcknowledgementCountEntity.create(after),
  }
}
