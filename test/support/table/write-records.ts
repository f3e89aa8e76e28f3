import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { writeBatches } from '@cairn/domain/database/batch-write'
import type { Database } from '@cairn/domain/database/client'
import type { Entity, KeyOf, RecordOf } from '@cairn/domain/table/entity/declaration'
import { toItem } from '@cairn/domain/table/entity/item'
import { type Changes, removeRecord, updateRecord } from '@cairn/domain/table/entity/writes'

/** Writes records past the service, as it would have written them. */
export async function writeRecords<E extends Entity>(
  database: Database,
  entity: E,
  records: readonly RecordOf<E>[],
): Promise<void> {
  const requests = records.map((record) => ({ PutRequest: { Item: toItem(entity, record) } }))
  await writeBatches(database, requests)
}

/** Changes a record past the service. */
export async function changeRecord<E extends Entity>(
  database: Database,
  entity: E,
  key: KeyOf<E>,
  changes: Changes<E>,
): Promise<void> {
  const { Update } = updateRecord(database, entity, key, changes)
  await database.client.send(new UpdateCommand(Update))
}

/** Deletes a record past the service. It must exist. */
export async function takeAwayRecord<E extends Entity>(
  database: Database,
  entity: E,
  key: KeyOf<E>,
): Promise<void> {
  const { Delete } = removeRecord(database, entity, key)
  await database.client.send(new DeleteCommand(Delete))
}
