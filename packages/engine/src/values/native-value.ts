/**
 * Between what the document client's callers hold and the engine's values: the same results as `marshall` and
 * `unmarshall` of @aws-sdk/util-dynamodb. Both are called for everything but the usual types.
 */
import { marshall, type NativeAttributeValue, unmarshall } from '@aws-sdk/util-dynamodb'
import { fromAttributeValue, requireDepth, toAttributeValue, wellFormed } from './attribute-value.ts'
import { fromDouble } from './number.ts'
import { type Item, isPlain, setAttribute, type Value } from './value.ts'

export type MarshallOptions = { removeUndefinedValues?: boolean | undefined }

/** @throws Error of `marshall` if the value cannot be stored, ValidationException if it breaks a rule of its type. */
export function itemFromNative(native: object, options: MarshallOptions, depth = 0): Item {
  const item: Record<string, Value> = {}
  for (const name in native) {
    if (!Object.hasOwn(native, name)) continue
    const value = (native as Record<string, unknown>)[name]
    if (isLeftOut(value, options)) continue
    setAttribute(item, name, fromNative(value, options, depth))
  }
  return item
}

function isLeftOut(value: unknown, { removeUndefinedValues = false }: MarshallOptions): boolean {
  return typeof value === 'function' || (value === undefined && removeUndefinedValues)
}

function fromNative(value: unknown, options: MarshallOptions, depth: number): Value {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return fromDouble(value)
  if (Array.isArray(value)) {
    requireDepth(depth + 1)
    const kept = value.filter((inner) => !isLeftOut(inner, options))
    return kept.map((inner) => fromNative(inner, options, depth + 1))
  }
  if (isPlainObject(value)) {
    requireDepth(depth + 1)
    return itemFromNative(value, options, depth + 1)
  }
  const { marshalled } = marshall({ marshalled: value as NativeAttributeValue }, options)
  return fromAttributeValue(marshalled, depth)
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A plain item is returned as it is, frozen: what it holds is what a caller of the document client expects. */
export function itemToNative(item: Item): Record<string, NativeAttributeValue> {
  const native: Record<string, NativeAttributeValue> = {}
  for (const name in item) setAttribute(native, name, toNative(item[name] as Value))
  return native
}

function toNative(value: Value): NativeAttributeValue {
  if (isPlain(value)) return value as NativeAttributeValue
  return unmarshall({ value: toAttributeValue(value) as never }).value
}
