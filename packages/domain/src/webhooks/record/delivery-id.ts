/** Ids of deliveries: UUIDs of version 7 (RFC 9562, section 5.7), which sort by time. */
import { randomBytes } from 'node:crypto'

/** Deliveries that are done are kept this long. */
export const deliveryLogDays = 30

const timeDigits = 12
const sequenceMask = 0xfff

/**
 * Returns a new id.
 *
 * @param sequence  Orders ids of the same millisecond.
 */
export function newDeliveryId(now: Date, sequence: number): string {
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0)
  const version = `7${(sequence & sequenceMask).toString(16).padStart(3, '0')}`
  return idOf(now, version, random.toString('hex'))
}

/** Below every id of this time and later. */
export function firstDeliveryIdAt(time: Date): string {
  return idOf(time, '0000', '0'.repeat(16))
}

/** Above every id. */
export const lastDeliveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function idOf(time: Date, version: string, random: string): string {
  const digits = time.getTime().toString(16).padStart(timeDigits, '0')
  return [digits.slice(0, 8), digits.slice(8), version, random.slice(0, 4), random.slice(4)].join('-')
}
