import { isDeepStrictEqual } from 'node:util'
import { confirmationsOf } from '../../../goals/acknowledgements/confirmations-of.ts'
import { absentGoal, unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { withMarks } from '../../../goals/record/marks.ts'
import { type GoalState, readGoalRow } from '../../../goals/record/read-goal.ts'
import { summarize } from '../../../goals/record/summarize.ts'
import { rowItems, standingItem } from '../../../goals/record/write-goal.ts'
import { openReviewOf } from '../../../goals/review/open-review.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalAcknowledgementEntity } from '../../../storage/table/entities/goals/goal-acknowledgement.ts'
import { decodeRow, type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalStandingEntity } from '../../../storage/table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../../../storage/table/entities/goals/goal-text.ts'
import { openReviewEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { putRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/**
 * Rewrites who has confirmed which criterion, as acknowledgements say, how many are confirmed in the row of the goal, and which goals
 * wait for a review.
 */
export const reviewStep: RepairStep = {
  name: 'reviews',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      // Nobody can confirm anything of the others.
      if (row.counts.met > 0 || row.confirmationVersion !== undefined) await repairReview(repair, row)
    },
    async openReview(repair, record) {
      const { organizationKey, goalKey } = record
      const row = await readGoalRow(repair.database, longId(organizationKey), longId(goalKey))
      if (row) {
        await repairReview(repair, row)
        return
      }
      await repair.write(surplus, {
        review: { Delete: openReviewEntity.delete(record) },
        goal: absentGoal(record),
      })
    },
  },
}

const surplus = 'goals taken off the list of reviews'

async function repairReview(repair: Repair, row: GoalRow): Promise<void> {
  const { database } = repair
  const key = goalKeyOf(row)
  const [standing, text, listed, acknowledgements] = await Promise.all([
    readRecord(database, goalStandingEntity, key),
    readRecord(database, goalTextEntity, { ...key, version: row.textVersion }),
    readRecord(database, openReviewEntity, key),
    queryAllRecords(database, goalAcknowledgementEntity, 'record', key, { consistent: true }),
  ])
  // Without them the goal is broken, and only a backup helps. Another version is another state.
  if (!standing || standing.version !== row.standingVersion || !text) return
  const { verdicts, values } = standing
  const confirmations = confirmationsOf(verdicts, acknowledgements)
  const right = { verdicts, values, ...(confirmations && { confirmations }) }
  const goal: GoalState = { row: { ...row, ...summarize(text, right) }, text, standing: right }
  if (
    goal.row.counts.confirmed !== row.counts.confirmed ||
    standing.confirmationVersion !== row.confirmationVersion ||
    !isDeepStrictEqual(standing.confirmations ?? {}, confirmations ?? {})
  ) {
    const counts = { ...row.counts, confirmed: goal.row.counts.confirmed }
    await repair.write('confirmations of goals written', {
      ...rowItems(withMarks({ ...row, counts }), row),
      standing: standingItem(row, right),
    })
  }
  const review = openReviewOf(goal)
  if (isDeepStrictEqual(listed ?? undefined, review)) return
  await repair.write(review ? 'goals listed for a review' : surplus, {
    goal: unchangedGoal(row),
    review: review ? { Put: putRecord(openReviewEntity, review) } : { Delete: openReviewEntity.delete(key) },
  })
}
