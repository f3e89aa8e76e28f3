import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { goalWordsEntity, wordsIn } from '../../storage/table/entities/goals/goal-words.ts'
import { keyOfRecord, type RecordKey } from '../../storage/table/entity.ts'
import { postingChanges, writePostings } from '../search/postings.ts'
import { removeTextWords } from '../search/texts/index-texts.ts'
import { readWorkKeys } from '../work/work.ts'

/**
 * Returns one page of the keys in a goal's partition: everything of the goal. Strongly consistent.
 *
 * @param after  The last key of the previous page.
 */
export async function readGoalPartition(
  database: Database,
  organizationId: string,
  goalId: string,
  after?: RecordKey,
): Promise<{ keys: RecordKey[]; last: RecordKey | undefined }> {
  return readKeys(database, goalPartitionKey(organizationId, goalId), after)
}

function goalPartitionKey(organizationId: string, goalId: string): string {
  return keyOfRecord(goalRowEntity, goalKeyOf({ organizationId, goalId })).pk
}

async function readKeys(database: Database, pk: string, after: RecordKey | undefined) {
  const { items, last } = await readPartition(database, pk, { after, keysOnly: true })
  return { keys: items as RecordKey[], last }
}

/**
 * Removes all records in the partition of a deleted goal, its postings, and who works on it. Must not be called for a goal that exists. Safe to run
 * repeatedly and concurrently.
 * @throws `unavailable` at the deadline; `cleanUpDeletedGoal` removes the rest.
 */
export async function removeGoalPartition(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<void> {
  const key = goalKeyOf({ organizationId, goalId })
  // The words go last: they say which postings there are. Where the table has a stream, what follows it removes them.
  const words = database.hasStream ? null : await readRecord(database, goalWordsEntity, key)
  if (words) await writePostings(database, key, postingChanges(wordsIn(words), []))
  if (!database.hasStream) await removeTextWords(database, key)
  await removeKeys(database, await readWorkKeys(database, { organizationId, goalId }))
  await removePartition(database, goalPartitionKey(organizationId, goalId))
}

async function removeKeys(database: Database, keys: readonly RecordKey[]): Promise<void> {
  await writeBatches(
    database,
    keys.map((key) => ({ DeleteRequest: { Key: key } })),
  )
}

/**
 * Removes all records of a partition. Safe to run repeatedly and concurrently.
 * @throws `unavailable` at the deadline.
 */
export async function removePartition(database: Database, pk: string): Promise<void> {
  let after: RecordKey | undefined
  do {
    const { keys, last } = await readKeys(database, pk, after)
    await removeKeys(database, keys)
    after = last
  } while (after !== undefined)
}
