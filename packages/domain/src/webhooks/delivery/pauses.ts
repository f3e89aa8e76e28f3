/** When a webhook is tried again. */
import { millisecondsPerDay } from '../../context.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The pauses after the first, second, … failed attempt of a delivery, in milliseconds. The first is short, because most
 * failures are; an hour is the longest, so that a receiver that was down for a day has its events within the hour.
 */
const pauses = [10 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour]

/** What an attempt may take, in milliseconds, everything together. */
export const attemptMilliseconds = 10 * second

/** What an attempt may take that an administrator waits for: a request has 8 seconds, and writes the result afterwards. */
export const attemptMillisecondsByHand = 5 * second

/** After so many failed attempts in a row a webhook is failing. */
export const failuresUntilFailing = 5

/** A delivery is retried, and a webhook may be failing, for so long, in milliseconds. */
export const retriedMilliseconds = 3 * millisecondsPerDay

/**
 * How often the worker looks at a webhook without a reason, in milliseconds. Every event wakes it, so this only matters if a
 * process died between recording an event and waking the worker.
 */
const lookMilliseconds = 10 * minute

/** Returns the pause after this many failed attempts, in milliseconds. */
export function pauseAfter(failedAttempts: number): number {
  return pauses[Math.min(failedAttempts, pauses.length) - 1] ?? hour
}

/** When the worker looks at a webhook that has nothing to deliver, in Unix milliseconds. */
export function nextLookAfter(now: Date): number {
  return now.getTime() + lookMilliseconds
}
