/** Active goals by their reviewer. Goals from before there were such records get theirs with their next change, or by a repair. */
import {
  type GoalReviewerRecord,
  goalReviewerEntity,
} from '../../storage/table/entities/goals/conversation/goal-reviewer.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { deleteItem, keyOfRecord, putRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { shortHash } from '../../storage/table/short-id.ts'

/** Returns the record that a goal should have; undefined if it is not active or has no reviewer. */
export function reviewerOf(
  row: Pick<GoalRow, 'organizationId' | 'goalId' | 'status' | 'reviewerUserId'>,
): GoalReviewerRecord | undefined {
  const { status, reviewerUserId } = row
  if (status !== 'active' || reviewerUserId === undefined) return undefined
  return { ...goalKeyOf(row), userKey: shortHash(reviewerUserId) }
}

/** Returns a row that says whether its goal is listed by its reviewer. */
export function withReviewerMark(row: GoalRow): GoalRow {
  const { isReviewed: _, ...others } = row
  return reviewerOf(row) ? { ...others, isReviewed: true } : others
}

/**
 * Returns the write that lists a goal by its reviewer; undefined in most reports and edits. What deletes a goal deletes its partition.
 *
 * @param before  Undefined for a new goal.
 */
export function reviewerItem(before: GoalRow | undefined, after: GoalRow): TransactionItem | undefined {
  const [from, to] = [before?.isReviewed ? reviewerOf(before) : undefined, reviewerOf(after)]
  if (from?.userKey === to?.userKey) return undefined
  if (to) return { Put: putRecord(goalReviewerEntity, to) }
  return { Delete: deleteItem(keyOfRecord(goalReviewerEntity, goalKeyOf(after))) }
}
