import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { maximumTransactionItems, transact } from '../database/transaction.ts'
import type { TransactionItem } from '../database/transaction-item.ts'
import type { Implementation } from '../operation.ts'
import { goalEntity } from '../table/entities/goal.ts'
import { goalAuthority, requireWritable } from './authority.ts'
import { readGoalPartition, removeGoalPartition } from './cleanup/goal-partition.ts'
import { labelChanges } from './labels/label-changes.ts'
import { readGoal } from './read-goal.ts'

/**
 * Deletes a goal with its label assignments and its history. One transaction deletes the goal and its assignments,
 * updates the use counts, and deletes as much of the history as fits; batches delete the rest. After the transaction
 * nothing refers to the rest, and no report can add to it, because a report is conditional on the goal.
 */
export const deleteGoal: Implementation<'deleteGoal'> = async ({ database }, access, { params }) => {
  const { organizationId } = access
  const { goalId } = params
  return retryOnLostRace(database, async () => {
    const [role, stored, partition] = await Promise.all([
      access.role,
      readGoal(database, organizationId, goalId),
      readGoalPartition(database, organizationId, goalId),
    ])
    const goal = requireWritable(goalAuthority(access, role), stored)
    const writes: Record<string, TransactionItem> = {
      goal: {
        Delete: goalEntity(database)
          .remove({ organizationId, goalId })
          .where(({ version }, { eq }) => eq(version, goal.version))
          .params(),
      },
      ...labelChanges(database, { ...goal, labelIds: [] }, goal.labelIds),
    }
    // A transaction must not contain a record twice.
    const deleted = new Set(Object.values(writes).map(({ Delete }) => Delete && (Delete as Deletion).Key.sk))
    const history = partition.keys.filter(({ sk }) => !deleted.has(sk))
    const room = maximumTransactionItems - Object.keys(writes).length
    for (const key of history.slice(0, room)) {
      writes[`history:${key.sk}`] = { Delete: { TableName: database.tableName, Key: key } }
    }
    const failed = await transact(database, writes)
    if (failed.length > 0) return lostRace
    // The parallel read of the partition may be older than the goal. Then it lacks the history entry and the used key
    // (`$goalupdate_…`, `$goalupdatekey_…`) of the latest report.
    const isOlder = history.filter(({ sk }) => sk.startsWith('$goalupdate')).length < 2 * goal.revision - 1
    if (history.length > room || partition.last || isOlder)
      await removeGoalPartition(database, organizationId, goalId)
    return undefined
  })
}

type Deletion = { Key: { sk: string } }
