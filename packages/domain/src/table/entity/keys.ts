import { type CompiledKey, keyText } from './compile-keys.ts'
import type { Entity, IndexName, KeyOf, PartitionOf, RecordOf } from './declaration.ts'

/** The table's key of a record. */
export type RecordKey = { pk: string; sk: string }

/**
 * Returns the table's key of a record.
 * @throws if an attribute of the key is missing.
 */
export function keyOfRecord<E extends Entity>({ keys }: E, key: KeyOf<E>): RecordKey {
  const { pk, sk } = keysOfIndex(keys, 'record')
  return { pk: wholeKey(pk, key), sk: wholeKey(sk, key) }
}

/** Returns the partition key of an index. */
export function partitionKeyOf<E extends Entity, I extends IndexName<E>>(
  { keys }: E,
  index: I,
  key: PartitionOf<E, I>,
): string {
  return wholeKey(keysOfIndex(keys, index).pk, key)
}

/** Returns the key of a record in the table and in one index: where a query continues after it. */
export function positionIn<E extends Entity>(
  entity: E,
  index: IndexName<E>,
  record: RecordOf<E>,
): Record<string, string> {
  const names = new Set(['record', index])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const { pk, sk } = keysOfIndex(entity.keys, name)
      return [pk, sk].map((key) => [key.field, wholeKey(key, record)])
    }),
  )
}

export function keysOfIndex(keys: Entity['keys'], index: string) {
  const found = keys[index]
  if (found === undefined) throw new Error(`There is no index ${index}.`)
  return found
}

/** @throws if an attribute of the key is missing. */
export function wholeKey(key: CompiledKey, record: Readonly<Record<string, unknown>>): string {
  const { text, missing } = keyText(key, record)
  if (missing !== undefined) throw new Error(`A key needs ${missing}.`)
  return text
}
