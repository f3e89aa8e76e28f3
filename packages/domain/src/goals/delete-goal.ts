import { readRecord } from '../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { maximumTransactionItems, transact } from '../database/transaction.ts'
import type { TransactionItem } from '../database/transaction-item.ts'
import type { Implementation } from '../operation.ts'
import { goalKeyOf, goalLabelRowEntity, goalRowEntity } from '../table/entities/goals/goal-row.ts'
import { goalWordsEntity } from '../table/entities/goals/goal-words.ts'
import { shortId } from '../table/short-id.ts'
import { goalAuthority, requireWritable } from './authority.ts'
import { readGoalPartition, removeGoalPartition } from './cleanup/goal-partition.ts'
import { labelCounts } from './labels/label-counts.ts'
import { readGoalRow } from './record/read-goal.ts'
import { postingChanges, postingItems, writePostings } from './search/postings.ts'

/**
 * Deletes a goal with its labels and its history. One transaction deletes the goal and its labels' copies of it,
 * updates the use counts, and deletes as much of the history as fits; batches delete the rest. After the transaction
 * nothing refers to the rest, and no report can add to it, because a report is conditional on the goal.
 */
export const deleteGoal: Implementation<'deleteGoal'> = async ({ database }, access, { params }) => {
  const { organizationId } = access
  const { goalId } = params
  return retryOnLostRace(database, async () => {
    const [role, stored, partition, words] = await Promise.all([
      access.role,
      readGoalRow(database, organizationId, goalId),
      readGoalPartition(database, organizationId, goalId),
      // Where the table has a stream, what follows it removes the postings.
      database.hasStream
        ? null
        : readRecord(database, goalWordsEntity, goalKeyOf({ organizationId, goalId })),
    ])
    const goal = requireWritable(goalAuthority(access, role), stored)
    const key = goalKeyOf(goal)
    const writes: Record<string, TransactionItem> = {
      goal: {
        Delete: goalRowEntity(database)
          .remove(key)
          .where(({ version }, { eq }) => eq(version, goal.version))
          .params(),
      },
      ...labelCounts(database, organizationId, [], goal.labelIds),
    }
    for (const labelId of goal.labelIds) {
      const labelRow = { ...key, labelKey: shortId(labelId) }
      writes[`label:${labelId}`] = { Delete: goalLabelRowEntity(database).delete(labelRow).params() }
    }
    const { removed } = postingChanges(words?.words.split(' ') ?? [], [])
    const removedNow = removed.slice(0, maximumTransactionItems / 2)
    Object.assign(writes, postingItems(database, key, { added: [], removed: removedNow }))
    // A transaction must not contain a record twice.
    const deleted = new Set(Object.values(writes).map(({ Delete }) => Delete && (Delete as Deletion).Key.sk))
    const rest = partition.keys.filter(({ sk }) => !deleted.has(sk))
    const room = maximumTransactionItems - Object.keys(writes).length
    for (const restKey of rest.slice(0, room)) {
      writes[`rest:${restKey.sk}`] = { Delete: { TableName: database.tableName, Key: restKey } }
    }
    const failed = await transact(database, writes)
    if (failed.length > 0) return lostRace
    await writePostings(database, key, { added: [], removed: removed.slice(removedNow.length) })
    // The parallel read of the partition may be older than the goal. Then it lacks the latest entry of the history.
    const isOlder = rest.filter(({ sk }) => /^[ue]#/.test(sk)).length < goal.version
    if (rest.length > room || partition.last || isOlder) {
      await removeGoalPartition(database, organizationId, goalId)
    }
    return undefined
  })
}

type Deletion = { Key: { sk: string } }
