import { canonicalNumber, type NumberValue } from '../values/number.ts'
import { attributeOf, type Item, typeOf } from '../values/value.ts'
import type { TableDefinition } from './definition.ts'

/** The age from which expired items are kept, in case the value is no time in seconds ("Using time to live (TTL) in DynamoDB"). */
const maximumAgeSeconds = 5 * 365 * 24 * 60 * 60

/**
 * The expiry of an item, in Unix seconds; `undefined` if never: the table has no time to live, or the item's attribute is
 * missing or not a number.
 */
export function expiryOf({ timeToLiveAttribute }: TableDefinition, item: Item): number | undefined {
  if (timeToLiveAttribute === undefined) return undefined
  const value = attributeOf(item, timeToLiveAttribute)
  if (value === undefined || typeOf(value) !== 'N') return undefined
  const seconds = Math.ceil(Number(canonicalNumber(value as NumberValue)))
  return Number.isSafeInteger(seconds) ? seconds : undefined
}

/** Items that expired between the two, without both, may be deleted. In Unix seconds. */
export function expiredRange(nowMilliseconds: number): { after: number; before: number } {
  const before = Math.floor(nowMilliseconds / 1_000)
  return { after: before - maximumAgeSeconds, before }
}
