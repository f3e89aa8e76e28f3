import { reviewerOf } from '../../goals/watching/reviewer-record.ts'
import { decodeRow, type GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { byPartition, type Check, type Report } from '../finding.ts'

type Parts = {
  goal: (RecordKey & { row: GoalRow }) | undefined
  reviewer: StoredRecord<'goalReviewer'> | undefined
}

/** Checks that goals are listed by their reviewer: those whose row says so, as it does from their first change on. */
export function checkReviewers(report: Report): Check {
  return byPartition<Parts>({
    begin: () => ({ goal: undefined, reviewer: undefined }),
    see(parts, record) {
      const { pk, sk } = record
      if (record.__edb_e__ === 'goalRow') parts.goal = { pk, sk, row: decodeRow(record) }
      if (record.__edb_e__ === 'goalReviewer') parts.reviewer = record
    },
    end({ goal, reviewer }) {
      if (!goal) return
      const { row } = goal
      const expected = reviewerOf(row)
      const name = `goal ${row.organizationId}/${row.goalId}`
      if (reviewer && !row.isReviewed)
        report('broken', reviewer, `${name} is listed by a reviewer, but does not say so`)
      else if (row.isReviewed && !expected)
        report('broken', goal, `${name} is listed by a reviewer that it does not have`)
      else if (row.isReviewed && reviewer?.userKey !== expected?.userKey) {
        report('broken', reviewer ?? goal, `${name} is not listed by its reviewer`)
      }
    },
  })
}
