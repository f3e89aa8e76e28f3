import type { Database } from '../../database/client.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import type { GoalRecord } from '../../table/entities/goal.ts'
import { goalLabelEntity } from '../../table/entities/goal-label.ts'
import { goalLabelAssignmentEntity } from '../../table/entities/goal-label-assignment.ts'

/** Names of the transaction items that fail where an attached label is no more. */
const attachPrefix = 'attach:'

/**
 * The writes that keep assignments and use counts in step with a goal's labels, as part of the transaction that
 * writes the goal. Counting is conditional on the label's existence: attaching a label and deleting it as unused
 * can never both succeed. Assignments are written with the goal's new `updatedAt`, by which their index lists.
 *
 * @param goal  The goal as it will be; where `labelIds` is empty and nothing was attached, there is no write.
 * @param previous  The labels that it had.
 */
export function labelChanges(
  database: Database,
  goal: Pick<GoalRecord, 'organizationId' | 'goalId' | 'labelIds' | 'updatedAt'>,
  previous: readonly string[],
): Record<string, TransactionItem> {
  const { organizationId, goalId, updatedAt } = goal
  const assignments = goalLabelAssignmentEntity(database)
  const items: Record<string, TransactionItem> = {}

  const count = (labelId: string, change: 1 | -1): TransactionItem => ({
    Update: goalLabelEntity(database).patch({ organizationId, labelId }).add({ useCount: change }).params(),
  })
  for (const labelId of goal.labelIds) {
    items[`assignment:${labelId}`] = {
      Put: assignments.put({ organizationId, goalId, labelId, updatedAt }).params(),
    }
    if (!previous.includes(labelId)) items[`${attachPrefix}${labelId}`] = count(labelId, 1)
  }
  for (const labelId of previous) {
    if (goal.labelIds.includes(labelId)) continue
    items[`assignment:${labelId}`] = {
      Delete: assignments.delete({ organizationId, goalId, labelId }).params(),
    }
    items[`detach:${labelId}`] = count(labelId, -1)
  }
  return items
}

/** The labels that could not be attached, from the names of a transaction's failed items. */
export function deadLabels(failed: readonly string[]): string[] {
  return failed.filter((name) => name.startsWith(attachPrefix)).map((name) => name.slice(attachPrefix.length))
}
