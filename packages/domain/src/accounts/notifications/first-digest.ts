import { millisecondsPerDay } from '../../requests/context.ts'

const digestHour = 8
const millisecondsPerHour = 60 * 60 * 1000
/** Day 0 of Unix time was a Thursday. */
const firstMonday = 4
const daysPerWeek = 7

/**
 * The first Monday, 8 o'clock UTC, after a time: when the digest of a user without a time zone is due. Without a library of time
 * zones, which the functions that create users would have to load. In Unix milliseconds.
 */
export function firstDigestAt(now: number): number {
  const first = firstMonday * millisecondsPerDay + digestHour * millisecondsPerHour
  const week = daysPerWeek * millisecondsPerDay
  return first + (Math.floor((now - first) / week) + 1) * week
}
