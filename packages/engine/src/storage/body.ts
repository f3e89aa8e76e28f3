/** Items as text. Most are JSON as it is; those with long numbers or bytes are in DynamoDB's JSON, behind a mark. */
import { itemFromAttributes, toAttributes } from '../values/attribute-value.ts'
import { freezeDeep, type Item, isPlain } from '../values/value.ts'

const typedMark = '!'

export function encodeBody(item: Item): string {
  if (isPlain(item)) return JSON.stringify(item)
  return (
    typedMark +
    JSON.stringify(toAttributes(item), (_, value) => (value instanceof Uint8Array ? base64(value) : value))
  )
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** The item, frozen. */
export function decodeBody(text: string): Item {
  if (!text.startsWith(typedMark)) return freezeDeep(JSON.parse(text) as Item)
  return freezeDeep(itemFromAttributes(JSON.parse(text.slice(typedMark.length), bytesAgain)))
}

/** An attribute may be called `B`, too, but its value is an object. */
function bytesAgain(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return Buffer.from(value, 'base64')
  return value
}
