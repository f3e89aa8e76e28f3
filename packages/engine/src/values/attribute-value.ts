/** Between DynamoDB's own form of values, `{ S: 'text' }`, and the engine's. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { type AttributeMap, notSupported, validationError } from '../errors.ts'
import { canonicalNumber, parseNumber } from './number.ts'
import { Decimal, type Item, setAttribute, typeOf, type Value } from './value.ts'

/** Maps and lists may lie this deep in each other ("Service, account, and table quotas"). */
export const maximumDepth = 32

export function itemFromAttributes(attributes: unknown, depth = 0): Item {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) {
    throw validationError(
      'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    )
  }
  const item: Record<string, Value> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) setAttribute(item, name, fromAttributeValue(value, depth))
  }
  return item
}

/** @throws ValidationException if the value breaks a rule of its type. */
export function fromAttributeValue(attribute: unknown, depth = 0): Value {
  const entries = Object.entries(attribute ?? {}).filter(([, value]) => value !== undefined)
  const [type, value] = entries[0] ?? []
  if (type === undefined) {
    throw validationError(
      'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    )
  }
  if (entries.length > 1) {
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    )
  }
  requireDepth(depth)
  switch (type) {
    case 'S':
      return wellFormed(requireType(value, 'string'))
    case 'N':
      return parseNumber(requireType(value, 'string'))
    case 'BOOL':
      return requireType(value, 'boolean')
    case 'NULL':
      if (value !== true) {
        throw validationError(
          'One or more parameter values were invalid: Null attribute value types must have the value of true',
        )
      }
      return null
    case 'B':
      return bytesOf(value)
    case 'L':
      return requireList(value).map((inner) => fromAttributeValue(inner, depth + 1))
    case 'M':
      return itemFromAttributes(value, depth + 1)
    case 'SS':
    case 'NS':
    case 'BS':
      throw notSupported(`values of type ${type}`)
    default:
      throw validationError(
        'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
      )
  }
}

export function requireDepth(depth: number): void {
  if (depth > maximumDepth) throw validationError('Nesting Levels have exceeded supported limits')
}

/** UTF-8 has no unpaired surrogates; the SDK would send U+FFFD in their place. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

type Primitives = { string: string; boolean: boolean }

function requireType<T extends keyof Primitives>(value: unknown, type: T): Primitives[T] {
  if (typeof value !== type) throw validationError(`An AttributeValue must hold a ${type}`)
  return value as Primitives[T]
}

function requireList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw validationError('An AttributeValue must hold a list')
  return value
}

function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw validationError('A binary AttributeValue must hold a Uint8Array')
  return Uint8Array.from(value)
}

export function toAttributes(item: Item): AttributeMap {
  const attributes: AttributeMap = {}
  for (const [name, value] of Object.entries(item)) {
    setAttribute(attributes as Record<string, never>, name, toAttributeValue(value) as never)
  }
  return attributes
}

/** Nothing in the result is shared with the value. */
export function toAttributeValue(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: canonicalNumber(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (value instanceof Decimal) return { N: value.text }
  if (value instanceof Uint8Array) return { B: Uint8Array.from(value) }
  if (typeOf(value) === 'L') return { L: (value as Value[]).map(toAttributeValue) }
  return { M: toAttributes(value as Item) }
}
