import { writeBatches } from '../database/batch-write.ts'
import type { Database } from '../database/client.ts'
import { queryRecords } from '../database/query-records.ts'
import { type ChangeRecord, changeEntity, changeQueue } from '../table/entities/events/change.ts'
import { keyOfRecord } from '../table/entity/keys.ts'

/** Returns the oldest changes that wait, in order. Strongly consistent. */
export async function readChanges(database: Database, limit: number): Promise<ChangeRecord[]> {
  const options = { limit, consistent: true }
  const { data } = await queryRecords(database, changeEntity, 'record', changeQueue, options)
  return data
}

/** Removes changes that were handled. Safe to repeat. */
export async function removeChanges(database: Database, changes: readonly ChangeRecord[]): Promise<void> {
  await writeBatches(
    database,
    changes.map((change) => ({ DeleteRequest: { Key: keyOfRecord(changeEntity, change) } })),
  )
}
