/** Sizes in bytes by the rules of "DynamoDB item sizes and formats", Amazon DynamoDB Developer Guide. */
import { numberSize } from './number.ts'
import { Decimal, type Item, type Value } from './value.ts'

/** 400 KB, names of attributes included. */
export const maximumItemSize = 400 * 1024

const containerOverhead = 3
const memberOverhead = 1

export function itemSize(item: Item): number {
  let size = 0
  for (const name in item) size += textSize(name) + valueSize(item[name] as Value)
  return size
}

export function textSize(text: string): number {
  return Buffer.byteLength(text)
}

export function valueSize(value: Value): number {
  if (typeof value === 'string') return textSize(value)
  if (typeof value === 'number' || value instanceof Decimal) return numberSize(value)
  if (typeof value === 'boolean' || value === null) return 1
  if (value instanceof Uint8Array) return value.byteLength
  let size = containerOverhead
  if (Array.isArray(value)) {
    for (const inner of value) size += memberOverhead + valueSize(inner as Value)
    return size
  }
  for (const name in value) {
    size += memberOverhead + textSize(name) + valueSize((value as Item)[name] as Value)
  }
  return size
}
