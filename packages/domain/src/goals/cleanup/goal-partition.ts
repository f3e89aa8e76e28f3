import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../../database/client.ts'
import { readPartition } from '../../database/read-partition.ts'
import { keyOfRecord, type RecordKey } from '../../database/read-record.ts'
import { pauseBeforeRetry } from '../../database/retry.ts'
import { unavailable } from '../../database/unavailable.ts'
import { goalEntity } from '../../table/entities/goal.ts'

/** DynamoDB writes at most this many records in one batch. */
const maximumBatchSize = 25

/**
 * Keys of everything that stands with a goal: itself, its label assignments, history and idempotency records.
 * Strongly consistent; one page of DynamoDB's, from behind `after`.
 */
export async function readGoalPartition(
  database: Database,
  organizationId: string,
  goalId: string,
  after?: RecordKey,
): Promise<{ keys: RecordKey[]; last: RecordKey | undefined }> {
  const { pk } = keyOfRecord(goalEntity(database), { organizationId, goalId })
  const { items, last } = await readPartition(database, pk, { after, keysOnly: true })
  return { keys: items as RecordKey[], last }
}

/**
 * Removes what is left of a deleted goal. Safe to run again, and at the same time as another run; never run on a
 * goal that still exists. Throws `unavailable` at the database's deadline; `cleanUpDeletedGoal` then goes on.
 */
export async function removeGoalPartition(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<void> {
  let after: RecordKey | undefined
  do {
    const { keys, last } = await readGoalPartition(database, organizationId, goalId, after)
    for (let start = 0; start < keys.length; start += maximumBatchSize) {
      if (database.deadline !== undefined && Date.now() >= database.deadline) throw unavailable()
      await deleteRecords(database, keys.slice(start, start + maximumBatchSize))
    }
    after = last
  } while (after !== undefined)
}

async function deleteRecords(database: Database, keys: readonly RecordKey[]): Promise<void> {
  let requests = keys.map((key) => ({ DeleteRequest: { Key: key } }))
  for (let attempt = 1; requests.length > 0; attempt++) {
    if (attempt > 1) await pauseBeforeRetry(database, attempt)
    const { UnprocessedItems = {} } = await database.client.send(
      new BatchWriteCommand({ RequestItems: { [database.tableName]: requests } }),
    )
    requests = (UnprocessedItems[database.tableName] ?? []) as typeof requests
  }
}
