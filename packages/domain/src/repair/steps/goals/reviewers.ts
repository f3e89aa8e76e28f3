import { unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { withMarks } from '../../../goals/record/marks.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { rowItems } from '../../../goals/record/write-goal.ts'
import { reviewerOf } from '../../../goals/watching/reviewer-record.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalReviewerEntity } from '../../../storage/table/entities/goals/conversation/goal-reviewer.ts'
import { decodeRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { deleteItem, putRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { RepairStep } from '../../step.ts'

/** Lists active goals by their reviewers, also those from before there were such records. */
export const reviewerStep: RepairStep = {
  name: 'reviewers',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      const reviewer = reviewerOf(row)
      const listed = reviewer && (await readRecord(repair.database, goalReviewerEntity, goalKeyOf(row)))
      if (Boolean(row.isReviewed) === Boolean(reviewer) && listed?.userKey === reviewer?.userKey) return
      await repair.write('goals listed by their reviewers', {
        ...rowItems(withMarks(row), row),
        reviewer: reviewer && { Put: putRecord(goalReviewerEntity, reviewer) },
      })
    },
    /** What is left of a deleted goal is removed with its partition. */
    async goalReviewer(repair, { pk, sk, organizationKey, goalKey }) {
      const row = await readGoalRow(repair.database, longId(organizationKey), longId(goalKey))
      if (!row || reviewerOf(row)) return
      await repair.write('reviewers of no goal removed', {
        record: { Delete: deleteItem({ pk, sk }) },
        goal: unchangedGoal(row),
      })
    },
  },
}
