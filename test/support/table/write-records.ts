import { DeleteCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { writeBatches } from '@cairn/domain/storage/database/batch-write'
import type { Database } from '@cairn/domain/storage/database/client'
import { type AnyEntity, toItem } from '@cairn/domain/storage/table/entity'
import type { EntityIdentifiers, EntityItem } from 'electrodb'

/** Writes records past the service, as it would have written them. */
export async function writeRecords<E extends AnyEntity>(
  database: Database,
  entity: E,
  records: readonly EntityItem<E>[],
): Promise<void> {
  const requests = records.map((record) => ({ PutRequest: { Item: toItem(entity, record) } }))
  await writeBatches(database, requests)
}

type Changes<E extends AnyEntity> = {
  set?: Partial<EntityItem<E>>
  add?: Record<string, number>
  remove?: readonly string[]
}

/** Changes a record past the service. */
export async function changeRecord<E extends AnyEntity>(
  { client, tableName }: Database,
  entity: E,
  key: EntityIdentifiers<E>,
  { set = {}, add = {}, remove = [] }: Changes<E>,
): Promise<void> {
  const attributes: Record<string, { field?: string }> = entity.schema.attributes
  // Also keys of indexes, which an entity does not remove by themselves.
  const removed = remove.map((name) => attributes[name]?.field ?? name)
  const change = (entity as AnyEntity)
    .patch(key)
    .set(set)
    .add(add)
    .params<UpdateCommandInput>({ table: tableName })
  await client.send(
    new UpdateCommand({
      ...change,
      ...(removed.length > 0 && {
        UpdateExpression: `${change.UpdateExpression} REMOVE ${removed.join(', ')}`,
      }),
    }),
  )
}

/** Deletes a record past the service. It must exist. */
export async function takeAwayRecord<E extends AnyEntity>(
  { client, tableName }: Database,
  entity: E,
  key: EntityIdentifiers<E>,
): Promise<void> {
  await client.send(new DeleteCommand((entity as AnyEntity).remove(key).params({ table: tableName })))
}
