/** Ids that sort by time: UUIDs of version 7 (RFC 9562, section 5.7). */
import { randomBytes } from 'node:crypto'

const timeDigits = 12
const sequenceMask = 0xfff

/**
 * Returns a new id. With 74 random bits, or 62 after a sequence, no two are the same.
 *
 * @param sequence  Orders ids of the same millisecond. Default: they are in no order.
 */
export function newTimeOrderedId(now: Date, sequence = randomBytes(2).readUInt16BE()): string {
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0)
  const version = `7${(sequence & sequenceMask).toString(16).padStart(3, '0')}`
  return idOf(now, version, random.toString('hex'))
}

/** Below every id of this time and later, and above every earlier one. */
export function firstIdAt(time: Date): string {
  return idOf(time, '0000', '0'.repeat(16))
}

/** Above every id. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function idOf(time: Date, version: string, random: string): string {
  const digits = time.getTime().toString(16).padStart(timeDigits, '0')
  return [digits.slice(0, 8), digits.slice(8), version, random.slice(0, 4), random.slice(4)].join('-')
}
