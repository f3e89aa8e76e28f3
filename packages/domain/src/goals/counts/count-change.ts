import { cellOf, countKeyOf, goalCountEntity } from '../../storage/table/entities/goals/goal-count.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/**
 * The write that keeps the counts of an organization's goals, in the transaction that changes one. Undefined if neither status
 * nor health changes, as in most reports and all edits.
 *
 * @param before  Undefined for a new goal.
 * @param after  Undefined for a deleted one.
 */
export function countChange(
  before: GoalRow | undefined,
  after: GoalRow | undefined,
): TransactionItem | undefined {
  const goal = after ?? before
  const [from, to] = [before && cellOf(before), after && cellOf(after)]
  if (!goal || from === to) return undefined
  return {
    Update: goalCountEntity
      .update(countKeyOf(goal))
      .add({ changes: 1, ...(from && { [from]: -1 }), ...(to && { [to]: 1 }) }),
  }
}
