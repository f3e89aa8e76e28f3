/**
 * The types and keys that all entities of the table share. Each is an ElectroDB entity (`entities/`), which builds keys, items,
 * conditions and queries. `database/` adds the table's name and makes the calls.
 */
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import {
  createConversions,
  ElectroError,
  type Entity,
  type EntityIdentifiers,
  type EntityItem,
} from 'electrodb'

// biome-ignore lint/suspicious/noExplicitAny: ElectroDB's own types accept an arbitrary entity only like this.
export type AnyEntity = Entity<any, any, any, any>

/** An item as the table stores it. */
export type Item = Record<string, unknown>

/** The table's key of a record. */
export type RecordKey = { pk: string; sk: string }

export type IndexName<E extends AnyEntity> = keyof E['query'] & string

/** The attributes that name the partition of an index. */
export type PartitionOf<E extends AnyEntity, I extends IndexName<E>> = Parameters<E['query'][I]>[0]

/** A condition on a stored record. */
export type Where<E extends AnyEntity> = Parameters<ReturnType<E['remove']>['where']>[0]

/** A call that ElectroDB has prepared. Its parameters are the input of the SDK's command of the same kind (`PutCommand`). */
export type Operation = { params(options: { table: string }): object }

/**
 * One write of a transaction. A `ConditionCheck` writes nothing: it is a `delete`, or a `remove` if the record must exist, whose
 * condition alone counts.
 */
export type TransactionItem = { [Kind in keyof TransactWriteItem]?: Operation }

/** Deletes an item of any entity, whether or not it exists. */
export function deleteItem(key: RecordKey): Operation {
  return { params: ({ table }) => ({ TableName: table, Key: key }) }
}

/** A stand-in: ElectroDB prepares nothing without the name of a table. */
const anyTable = { table: 'any' }

/**
 * Returns a record as the table stores it: its attributes, its keys in the table and in the indexes, and which entity wrote it.
 * @throws if a required attribute is missing or has another type.
 */
export function toItem<E extends AnyEntity>(entity: E, record: EntityItem<E>): Item & RecordKey {
  return entity.put(record).params<{ Item: Item & RecordKey }>(anyTable).Item
}

/** Returns the record of an item, without keys; null if it belongs to another entity. */
export function toRecord<E extends AnyEntity>(entity: E, item: Item): EntityItem<E> | null {
  return entity.parse({ Item: item }).data as EntityItem<E> | null
}

/** Returns the item that an entity would write for a stored record; undefined if the record lacks what the entity requires. */
export function itemIfComplete(entity: AnyEntity, record: Item): (Item & RecordKey) | undefined {
  try {
    return toItem(entity, record)
  } catch (error) {
    if (error instanceof ElectroError) return undefined
    throw error
  }
}

/** Returns those items that are records of the entity. */
export function recordsOf<E extends AnyEntity>(entity: E, items: readonly Item[]): EntityItem<E>[] {
  return entity.parse({ Items: [...items] }).data as EntityItem<E>[]
}

/**
 * Returns the table's key of a record. Every request reads records by key, so it does not prepare a whole get, which takes
 * 7 times as long.
 * @throws if an attribute of the key is missing.
 */
export function keyOfRecord<E extends AnyEntity>(entity: E, key: EntityIdentifiers<E>): RecordKey {
  return keysIn(entity, 'record', key, { strict: 'all' }) as RecordKey
}

/** Returns the partition key of an index. */
export function partitionKeyOf<E extends AnyEntity, I extends IndexName<E>>(
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
): string {
  return entity.query[index]?.(partition).params(anyTable).ExpressionAttributeValues[':pk']
}

/** Returns the key of a record in the table and in one index: where a query continues after it. */
export function positionIn<E extends AnyEntity>(
  entity: E,
  index: IndexName<E>,
  record: EntityItem<E>,
): Record<string, string> {
  return keysIn(entity, index, record)
}

/** Returns the keys of the table and of one index. */
function keysIn(
  entity: AnyEntity,
  index: string,
  attributes: object,
  options?: { strict: 'all' },
): Record<string, string> {
  const { byAccessPattern } = createConversions(entity)
  return byAccessPattern[index]?.fromComposite.toKeys(attributes as never, options) as Record<string, string>
}
