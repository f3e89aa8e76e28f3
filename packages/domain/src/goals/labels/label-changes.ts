import type { Database } from '../../database/client.ts'
import { keyOfRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import type { GoalRecord } from '../../table/entities/goal.ts'
import { goalLabelEntity } from '../../table/entities/goal-labels/goal-label.ts'
import { goalLabelAssignmentEntity } from '../../table/entities/goal-labels/goal-label-assignment.ts'
import { putRecord } from '../../table/put-record.ts'

/** Prefix of the names of transaction items that fail if an attached label does not exist. */
const attachPrefix = 'attach:'

/**
 * Returns the writes that keep label assignments and use counts consistent with a goal, for the transaction that writes
 * the goal. Counting requires the label to exist, so attaching a label and deleting it as unused can never both
 * succeed. Every assignment is written with the goal's new `updatedAt`, which orders its index.
 *
 * @param goal  The goal after the change.
 * @param previous  The ids of its labels before the change.
 */
export function labelChanges(
  database: Database,
  goal: Pick<GoalRecord, 'organizationId' | 'goalId' | 'labelIds' | 'updatedAt'>,
  previous: readonly string[],
): Record<string, TransactionItem> {
  const { organizationId, goalId, updatedAt } = goal
  const items: Record<string, TransactionItem> = {}

  const count = (labelId: string, change: 1 | -1): TransactionItem => ({
    Update: {
      TableName: database.tableName,
      Key: keyOfRecord(goalLabelEntity(database), { organizationId, labelId }),
      UpdateExpression: 'ADD useCount :change',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':change': change },
    },
  })
  for (const labelId of goal.labelIds) {
    const assignment = { organizationId, goalId, labelId, updatedAt }
    items[`assignment:${labelId}`] = putRecord(database, goalLabelAssignmentEntity, assignment)
    if (!previous.includes(labelId)) items[`${attachPrefix}${labelId}`] = count(labelId, 1)
  }
  for (const labelId of previous) {
    if (goal.labelIds.includes(labelId)) continue
    items[`assignment:${labelId}`] = {
      Delete: goalLabelAssignmentEntity(database).delete({ organizationId, goalId, labelId }).params(),
    }
    items[`detach:${labelId}`] = count(labelId, -1)
  }
  return items
}

/** Returns the ids of the labels that could not be attached, from the names of the failed items. */
export function missingLabels(failed: readonly string[]): string[] {
  return failed.filter((name) => name.startsWith(attachPrefix)).map((name) => name.slice(attachPrefix.length))
}
