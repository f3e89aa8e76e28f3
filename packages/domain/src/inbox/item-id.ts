/** The ids of items, and the days by which they expire. Pure. */
import { createHash } from 'node:crypto'
import { inboxRetentionDays } from '@cairn/contract/goals/inbox-kinds'
import { millisecondsPerDay, secondsPerDay } from '../requests/context.ts'

const timeDigits = 12

/** The first digits of the ids of a time in Unix milliseconds. Sorts before them. */
function startOfIds(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(timeDigits, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Returns the id of what an event is for people: a UUID of version 7 (RFC 9562), always the same for the same event. */
export function itemIdOf(event: { id: string; createdAt: string }): string {
  const hash = createHash('sha256').update(event.id, 'utf8').digest()
  hash.writeUInt8((hash.readUInt8(2) & 0x3f) | 0x80, 2)
  const digits = hash.toString('hex')
  return [
    `${startOfIds(Date.parse(event.createdAt))}`,
    `7${digits.slice(0, 3)}`,
    digits.slice(4, 8),
    digits.slice(8, 20),
  ].join('-')
}

/** Returns the time of an item's event, in Unix milliseconds. */
export function timeOfItem(itemId: string): number {
  return Number.parseInt(itemId.slice(0, 8) + itemId.slice(9, 13), 16)
}

/** The number of a UTC day since 1970. */
export function dayNumberOf(time: number): number {
  return Math.floor(time / millisecondsPerDay)
}

/** The first day whose items are still kept. */
export function firstKeptDay(now: Date): number {
  return dayNumberOf(now.getTime()) - inboxRetentionDays
}

/** Sorts before the ids of all items that are still kept. */
export function firstKeptId(now: Date): string {
  return startOfIds(firstKeptDay(now) * millisecondsPerDay)
}

/** Returns when the table deletes an item, in Unix seconds: a day after it has expired. */
export function itemTimeToLive(itemId: string): number {
  return (dayNumberOf(timeOfItem(itemId)) + inboxRetentionDays + 2) * secondsPerDay
}
