import type { RunInBackground } from './background-work.ts'
import type { Database } from './database/client.ts'
import type { CursorSealer } from './pagination/cursor.ts'

/** What every domain function is given: where the data is, what time it is, and who seals its cursors. */
export type Context = {
  readonly database: Database
  /** The moment of the request; everything that a request writes or compares uses this one. */
  readonly now: Date
  readonly cursors: CursorSealer
  readonly runInBackground: RunInBackground
}

/** ISO 8601 UTC with milliseconds, the only form in which times are stored and answered. */
export function timestampOf(date: Date): string {
  return date.toISOString()
}

export const secondsPerHour = 60 * 60
export const secondsPerDay = 24 * secondsPerHour
export const millisecondsPerDay = 1000 * secondsPerDay

export function daysAfter(date: Date, days: number): Date {
  return new Date(date.getTime() + days * millisecondsPerDay)
}

/** DynamoDB's time to live, in seconds: a time after which nothing needs the record any more. */
export function timeToLiveOf(expiresAt: Date): number {
  return Math.ceil(expiresAt.getTime() / 1000)
}
