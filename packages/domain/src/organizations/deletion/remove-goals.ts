import { readGoalPartition, removePartition } from '../../goals/cleanup/goal-partition.ts'
import { noFilters } from '../../goals/list/goal-filters.ts'
import { queryRows } from '../../goals/list/goal-index.ts'
import { isUnchanged } from '../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../goals/record/read-goal.ts'
import { postingChanges, writePostings } from '../../goals/search/postings.ts'
import { removeTextWords } from '../../goals/search/texts/index-texts.ts'
import { pagesOf } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { goalChildEntity } from '../../storage/table/entities/goals/goal-tree.ts'
import { goalWordsEntity, wordsIn } from '../../storage/table/entities/goals/goal-words.ts'
import { keyOfRecord, partitionKeyOf, type RecordKey } from '../../storage/table/entity.ts'
import { type DeletionStep, type DeletionWork, removeKeys } from './deletion-work.ts'

const pageSize = 50

/** Removes the goals, one after the other, so that other requests have the table too. */
export const removeGoals: DeletionStep = async (work) => {
  const { database, organizationId } = work
  const pages = pagesOf(({ cursor }) =>
    queryRows(database, organizationId, noFilters, { cursor, limit: pageSize }),
  )
  for await (const rows of pages) {
    for (const { goalId } of rows) {
      if (work.isOver()) return false
      await removeGoal(work, goalId)
    }
  }
  return true
}

/**
 * Removes everything of a goal, its row last: a crash leaves the row, by which the next pass finds the rest. If somebody has changed the
 * goal meanwhile, such as whoever gives away the goals of a removed member, the row stays for the next pass.
 */
async function removeGoal(work: DeletionWork, goalId: string): Promise<void> {
  const { database, organizationId } = work
  const key = goalKeyOf({ organizationId, goalId })
  const [row, words] = await Promise.all([
    readGoalRow(database, organizationId, goalId),
    // If the table has a stream, the change handler removes the postings.
    database.hasStream ? null : readRecord(database, goalWordsEntity, key),
  ])
  // Records of a goal without a row are removed by whoever has deleted it. The index may be behind.
  if (!row) return
  if (words) await writePostings(database, key, postingChanges(wordsIn(words), []))
  if (!database.hasStream) await removeTextWords(database, key)
  const { sk: rowSortKey } = keyOfRecord(goalRowEntity, key)
  let after: RecordKey | undefined
  do {
    const { keys, last } = await readGoalPartition(database, organizationId, goalId, after)
    await removeKeys(
      work,
      keys.filter(({ sk }) => sk !== rowSortKey),
    )
    after = last
  } while (after !== undefined)
  await removePartition(database, partitionKeyOf(goalChildEntity, 'record', key))
  work.removed++
  await transact(database, {
    row: { Delete: goalRowEntity.remove(key).where(isUnchanged(row)) },
  })
}
