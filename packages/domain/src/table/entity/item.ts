import type { Entity, RecordOf } from './declaration.ts'
import { wholeKey } from './keys.ts'

/** An item as the table stores it. */
export type Item = Record<string, unknown>

/**
 * Returns a record as the table stores it: its attributes, its keys in the table and in the indexes, and which entity wrote
 * it. Types guarantee its attributes.
 * @throws if an attribute of a key is missing.
 */
export function toItem<E extends Entity>(entity: E, record: RecordOf<E>): Item {
  const attributes: Item = record
  const item: Item = {}
  for (const { pk, sk, only } of Object.values(entity.keys)) {
    if (only !== undefined && attributes[only.attribute] !== only.value) continue
    item[pk.field] = wholeKey(pk, attributes)
    item[sk.field] = wholeKey(sk, attributes)
  }
  Object.assign(item, ownerOf(entity))
  for (const { name, field } of entity.fields) {
    if (attributes[name] !== undefined) item[field] = attributes[name]
  }
  return item
}

/** The attributes that say which entity wrote an item. */
export function ownerOf({ model }: Entity): { __edb_e__: string; __edb_v__: string } {
  return { __edb_e__: model.entity, __edb_v__: model.version }
}

/** Returns the record of an item, without keys; null if it belongs to another entity. */
export function toRecord<E extends Entity>(entity: E, item: Item): RecordOf<E> | null {
  if (item.__edb_e__ !== entity.model.entity) return null
  const record: Item = {}
  for (const { name, field } of entity.fields) {
    if (item[field] !== undefined) record[name] = item[field]
  }
  return record as RecordOf<E>
}

/** Returns those items that are records of the entity. */
export function recordsOf<E extends Entity>(entity: E, items: readonly Item[]): RecordOf<E>[] {
  return items.map((item) => toRecord(entity, item)).filter((record) => record !== null)
}

/** Whether a stored record has what its entity requires. */
export function isComplete({ attributes }: Entity, record: Item): boolean {
  return Object.entries(attributes).every(([name, { type, required }]) => {
    const value = record[name]
    if (value === undefined) return !required
    return type === 'any' || typeof value === type
  })
}
