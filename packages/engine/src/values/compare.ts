import { canonicalNumber, compareNumbers, encodeNumber, type NumberValue } from './number.ts'
import { type Item, typeOf, type Value } from './value.ts'

/** Whether two values have one type and hold the same. */
export function isEqual(left: Value, right: Value): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right
  }
  const type = typeOf(left)
  if (type !== typeOf(right)) return false
  if (type === 'N') return canonicalNumber(left as NumberValue) === canonicalNumber(right as NumberValue)
  if (type === 'B') return Buffer.compare(left as Uint8Array, right as Uint8Array) === 0
  if (type === 'L') return isEqualList(left as Value[], right as Value[])
  return isEqualMap(left as Item, right as Item)
}

function isEqualList(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((value, index) => isEqual(value, right[index] as Value))
}

function isEqualMap(left: Item, right: Item): boolean {
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name] as Value, right[name] as Value))
  )
}

/** Negative, zero or positive; undefined if the values have no order: other types than S, N and B, or two types. */
export function compareValues(left: Value, right: Value): number | undefined {
  const type = typeOf(left)
  if (type !== typeOf(right)) return undefined
  if (type === 'S') return compareTexts(left as string, right as string)
  if (type === 'N') return compareNumbers(left as NumberValue, right as NumberValue)
  return type === 'B' ? Buffer.compare(left as Uint8Array, right as Uint8Array) : undefined
}

/** By UTF-8 bytes, which is by code points; `<` compares UTF-16 units. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return rankOf(a) - rankOf(b)
  }
  return left.length - right.length
}

/** Surrogates stand for code points above all others of UTF-16. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Bytes of a key attribute in the order in which DynamoDB sorts its type. */
export function encodeKey(value: Value): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value)
  return value instanceof Uint8Array ? value : encodeNumber(value as NumberValue)
}
