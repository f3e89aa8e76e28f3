/** The keys of items in a table and its indexes. */
import { validationError } from '../errors.ts'
import { encodeKey } from '../values/compare.ts'
import { canonicalNumber, type NumberValue } from '../values/number.ts'
import { attributeOf, type Item, typeOf, type Value } from '../values/value.ts'
import { type IndexDefinition, type KeySchema, keyAttributesOf, type TableDefinition } from './definition.ts'

/** 2048 bytes of a partition key and 1024 of a sort key ("Service, account, and table quotas"). */
const maximumKeySizes = { hash: 2048, range: 1024 }

/** Ordered bytes of a key. A schema without a sort key has an empty one. */
export type KeyBytes = { readonly hash: Uint8Array; readonly range: Uint8Array }

const noBytes = new Uint8Array(0)

export function keyBytesOf(schema: KeySchema, item: Item): KeyBytes {
  return {
    hash: encodeKey(item[schema.hash.name] as Value),
    range: schema.range ? encodeKey(item[schema.range.name] as Value) : noBytes,
  }
}

/** A text that names one item of one table. */
export function keyText(tableId: number, { hash, range }: KeySchema, item: Item): string {
  const first = textOf(item[hash.name] as Value)
  if (!range) return `${tableId}:${first}`
  return `${tableId}:${first.length}:${first}${textOf(item[range.name] as Value)}`
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return canonicalNumber(value as NumberValue)
}

/** The attributes that make up a key. */
export function keyOf(schema: KeySchema, item: Item): Item {
  const key: Record<string, Value> = {}
  for (const { name } of keyAttributesOf(schema)) key[name] = item[name] as Value
  return key
}

/** @throws ValidationException if an item to be put lacks a key attribute or holds a wrong one. */
export function requireKeyInItem(schema: KeySchema, item: Item): void {
  for (const attribute of keyAttributesOf(schema)) {
    const value = attributeOf(item, attribute.name)
    if (value === undefined) {
      throw validationError(
        `One or more parameter values were invalid: Missing the key ${attribute.name} in the item`,
      )
    }
    if (typeOf(value) !== attribute.type) {
      throw validationError(
        `One or more parameter values were invalid: Type mismatch for key ${attribute.name} expected: ${attribute.type} actual: ${typeOf(value)}`,
      )
    }
  }
  requireKeySizes(schema, item)
}

const schemaMismatch = 'The provided key element does not match the schema'

/** @throws ValidationException if a `Key` is not exactly the table's key. */
export function requireKey(schema: KeySchema, key: Item): void {
  const attributes = keyAttributesOf(schema)
  requireNoEmptyKey(schema, key)
  if (Object.keys(key).length !== attributes.length) throw validationError(schemaMismatch)
  for (const { name, type } of attributes) {
    const value = attributeOf(key, name)
    if (value === undefined || typeOf(value) !== type) throw validationError(schemaMismatch)
  }
  requireKeySizes(schema, key)
}

function requireKeySizes({ hash, range }: KeySchema, item: Item): void {
  requireSize(item[hash.name] as Value, 'hash')
  if (range) requireSize(item[range.name] as Value, 'range')
}

/** @throws ValidationException if a key attribute of the item or key is an empty text or empty bytes. */
export function requireNoEmptyKey(schema: KeySchema, item: Item): void {
  for (const { name } of keyAttributesOf(schema)) {
    const kind = emptyKindOf(attributeOf(item, name))
    if (kind === undefined) continue
    throw validationError(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`,
    )
  }
}

/** @throws ValidationException if an index key attribute of the item is an empty text or empty bytes. */
export function requireNoEmptyIndexKey({ indexes }: TableDefinition, item: Item): void {
  for (const index of indexes) {
    for (const { name } of keyAttributesOf(index)) {
      const kind = emptyKindOf(attributeOf(item, name))
      if (kind === undefined) continue
      throw validationError(
        `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value. IndexName: ${index.name}, IndexKey: ${name}`,
      )
    }
  }
}

function emptyKindOf(value: Value | undefined): 'string' | 'binary' | undefined {
  if (value === '') return 'string'
  return value instanceof Uint8Array && value.length === 0 ? 'binary' : undefined
}

/** A UTF-16 unit takes at most three bytes of UTF-8, so most texts need not be counted. */
function requireSize(value: Value, role: 'hash' | 'range'): void {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return
  const maximum = maximumKeySizes[role]
  if (value.length * 3 <= maximum) return
  if ((typeof value === 'string' ? Buffer.byteLength(value) : value.length) <= maximum) return
  throw validationError(
    role === 'hash'
      ? `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${maximum} bytes`
      : `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${maximum} bytes`,
  )
}

/** Whether a sparse index holds the item: it does if the item has all of the index's key attributes. */
export function isIndexed({ hash, range }: IndexDefinition, item: Item): boolean {
  return Object.hasOwn(item, hash.name) && (range === undefined || Object.hasOwn(item, range.name))
}

/** @throws ValidationException if an item has an index key attribute of another type, or a long one. */
export function requireIndexKeys({ indexes }: TableDefinition, item: Item): void {
  for (const index of indexes) {
    for (const { name, type } of keyAttributesOf(index)) {
      const value = attributeOf(item, name)
      if (value !== undefined) requireIndexKey(index, name, type, value)
    }
  }
}

function requireIndexKey(
  { name: indexName, hash }: IndexDefinition,
  name: string,
  type: string,
  value: Value,
): void {
  const actual = typeOf(value)
  if (actual !== type) {
    throw validationError(
      `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${type} Actual: ${actual} IndexName: ${indexName}`,
    )
  }
  requireSize(value, name === hash.name ? 'hash' : 'range')
}
