import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { RecordKey } from '../table/entity.ts'
import type { Database } from './client.ts'
import { pauseBeforeRetry } from './retry.ts'
import { unavailable } from './unavailable.ts'

/** A put or a delete that depends on nothing. */
export type BatchRequest =
  | { PutRequest: { Item: Record<string, unknown> } }
  | { DeleteRequest: { Key: RecordKey } }

/** The maximum of DynamoDB's BatchWriteItem. */
const maximumBatchSize = 25

/**
 * Writes records in batches, each record by itself. Callers repeat it after a failure, so it must be safe to repeat.
 * @throws `unavailable` at the deadline; what is already written stays written.
 */
export async function writeBatches(database: Database, requests: readonly BatchRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += maximumBatchSize) {
    if (database.deadline !== undefined && Date.now() >= database.deadline) throw unavailable()
    let batch = requests.slice(start, start + maximumBatchSize)
    for (let attempt = 1; batch.length > 0; attempt++) {
      if (attempt > 1) await pauseBeforeRetry(database, attempt)
      const { UnprocessedItems = {} } = await database.client.send(
        new BatchWriteCommand({ RequestItems: { [database.tableName]: batch } }),
      )
      batch = (UnprocessedItems[database.tableName] ?? []) as BatchRequest[]
    }
  }
}
