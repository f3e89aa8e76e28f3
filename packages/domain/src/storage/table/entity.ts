/**
 * The types and keys that all entities of the table share. Each is an ElectroDB entity (`entities/`), which builds keys, items,
 * conditions and queries. `database/` adds the table's name and makes the calls.
 */
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { ElectroError, type EntityIdentifiers, type EntityItem } from 'electrodb'
import { type AnyEntity, itemOf, keysIn, partitionKeyIn, recordOf } from './compiled-entity.ts'

export type { AnyEntity }

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

/** Puts a record, whether or not it exists. For what every write of a goal puts: ElectroDB would take 7 times as long. */
export function putRecord<E extends AnyEntity>(entity: E, record: EntityItem<E>): Operation {
  return putItem(toItem(entity, record), {})
}

/** Puts a record. Its condition is that none has its key. */
export function createRecord<E extends AnyEntity>(entity: E, record: EntityItem<E>): Operation {
  return putItem(toItem(entity, record), {
    ConditionExpression: 'attribute_not_exists(#pk) AND attribute_not_exists(#sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  })
}

/** Puts a record. Its condition is that the stored one has these attributes, such as a version, or lacks those that are undefined. */
export function replaceRecord<E extends AnyEntity>(
  entity: E,
  record: EntityItem<E>,
  before: Partial<EntityItem<E>>,
): Operation {
  const known = Object.entries(before)
  const values = known.filter(([, value]) => value !== undefined)
  return putItem(toItem(entity, record), {
    ConditionExpression: known
      .map(([name, value]) =>
        value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`,
      )
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(
      known.map(([name]) => [`#${name}`, entity.schema.attributes[name].field]),
    ),
    ExpressionAttributeValues: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
  })
}

function putItem(item: Item, condition: object): Operation {
  return { params: ({ table }) => ({ TableName: table, Item: item, ...condition }) }
}

/** A stand-in: ElectroDB prepares nothing without the name of a table. */
const anyTable = { table: 'any' }

/**
 * Returns a record as the table stores it: its attributes, its keys in the table and in the indexes, and which entity wrote it.
 * @throws if a required attribute is missing or has another type.
 */
export function toItem<E extends AnyEntity>(entity: E, record: EntityItem<E>): Item & RecordKey {
  const item = itemOf(entity, record) as (Item & RecordKey) | undefined
  return item ?? entity.put(record).params<{ Item: Item & RecordKey }>(anyTable).Item
}

/** Returns the record of an item, without keys; null if it belongs to another entity. */
export function toRecord<E extends AnyEntity>(entity: E, item: Item): EntityItem<E> | null {
  return recordOf(entity, item) as EntityItem<E> | null
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
  return items.map((item) => toRecord(entity, item)).filter((record) => record !== null)
}

/**
 * Returns the table's key of a record.
 * @throws if an attribute of the key is missing.
 */
export function keyOfRecord<E extends AnyEntity>(entity: E, key: EntityIdentifiers<E>): RecordKey {
  return keysIn(entity, 'record', key) as RecordKey
}

/**
 * Returns the partition key of an index.
 * @throws if an attribute of it is missing.
 */
export function partitionKeyOf<E extends AnyEntity, I extends IndexName<E>>(
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
): string {
  return partitionKeyIn(entity, index, partition)
}

/** Returns the key of a record in the table and in one index: where a query continues after it. */
export function positionIn<E extends AnyEntity>(
  entity: E,
  index: IndexName<E>,
  record: EntityItem<E>,
): Record<string, string> {
  return keysIn(entity, index, record)
}
