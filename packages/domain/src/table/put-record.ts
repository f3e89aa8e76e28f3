import type { EntityItem } from 'electrodb'
import type { Database } from '../database/client.ts'
import type { RecordKey } from '../database/read-record.ts'
import type { TransactionItem } from '../database/transaction-item.ts'
import { conversionsOf } from './conversions.ts'
import { type AnyEntity, attributesOf, type Item } from './to-record.ts'

type EntityOf<E extends AnyEntity> = (database: Database) => E

/**
 * Puts of whole records, as items of a transaction. Their parameters equal those of ElectroDB's own `put` and `create`, which
 * validate what types already guarantee and take a tenth of the processor time of a write.
 */

/** Writes a record, whether or not it exists. */
export function putRecord<E extends AnyEntity>(
  database: Database,
  entityOf: EntityOf<E>,
  record: EntityItem<E>,
): { Put: { TableName: string; Item: Item } } {
  return { Put: { TableName: database.tableName, Item: itemOf(entityOf(database), record) } }
}

/** Writes a record. Fails if it exists. */
export function createRecord<E extends AnyEntity>(
  database: Database,
  entityOf: EntityOf<E>,
  record: EntityItem<E>,
): TransactionItem {
  return {
    Put: {
      TableName: database.tableName,
      Item: itemOf(entityOf(database), record),
      ConditionExpression: 'attribute_not_exists(#pk) AND attribute_not_exists(#sk)',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    },
  }
}

/** Replaces a record. Fails unless it has this version, so another write may have come first. */
export function replaceRecord<E extends AnyEntity>(
  database: Database,
  entityOf: EntityOf<E>,
  record: EntityItem<E> & { version: number },
  version: number,
): TransactionItem {
  const entity = entityOf(database)
  const field = attributesOf(entity).find(({ name }) => name === 'version')?.field ?? 'version'
  return {
    Put: {
      TableName: database.tableName,
      Item: itemOf(entity, record),
      ConditionExpression: '#version = :version0',
      ExpressionAttributeNames: { '#version': field },
      ExpressionAttributeValues: { ':version0': version },
    },
  }
}

/** ElectroDB's types do not know the keys of "any entity". */
type KeyConversions = { fromComposite: { toKeys(record: object): RecordKey } }

/** A sparse index contains only the records that satisfy its condition. */
type ConditionalIndex = {
  condition?: (record: object) => boolean
  pk: { field: string }
  sk?: { field: string }
}

/** A record as the table stores it: its attributes, its keys in the table and in the indexes, and which entity wrote it. */
function itemOf(entity: AnyEntity, record: Item): Item {
  const { fromComposite } = conversionsOf(entity) as unknown as KeyConversions
  const item: Item = {
    ...fromComposite.toKeys(record),
    __edb_e__: entity.schema.model.entity,
    __edb_v__: entity.schema.model.version,
  }
  for (const { condition, pk, sk } of Object.values<ConditionalIndex>(entity.schema.indexes)) {
    if (condition === undefined || condition(record)) continue
    delete item[pk.field]
    if (sk) delete item[sk.field]
  }
  for (const { name, field } of attributesOf(entity)) {
    if (record[name] !== undefined) item[field] = record[name]
  }
  return item
}
