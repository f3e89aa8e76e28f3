import type { Language } from '@cairn/contract/http/language'
import type { RunInBackground } from '../background/request-tasks.ts'
import type { Database } from '../storage/database/client.ts'
import type { CursorSealer } from '../storage/pagination/cursor.ts'

/** The context of every domain function: the database, the time, the cursor sealer and a way to run background work. */
export type Context = {
  readonly database: Database
  /** The time of the request. The request uses it for everything that it writes or compares. */
  readonly now: Date
  readonly cursors: CursorSealer
  readonly runInBackground: RunInBackground
  /** The `Idempotency-Key` of a creating request. */
  readonly idempotencyKey?: string | undefined
  /** Whether the key was derived from the request itself: it then stands for what exists, and creates again what is gone. */
  readonly isKeyDerived?: boolean | undefined
  /** Called if the response is that of an earlier request with the same key. */
  readonly noteReplay?: (() => void) | undefined
  /** Called if nothing new was made, which the status of the response says. */
  readonly noteUnchanged?: (() => void) | undefined
  /** Of a program: a brief leaves out the events of this run, or of no run. */
  readonly ownRun?: { runId: string | null } | undefined
  /** The client's name for itself, as one line of at most 300 characters. */
  readonly userAgent?: string | undefined
  /** The one of our languages that the browser or program prefers; undefined if it says none. */
  readonly language?: Language | undefined
  /** Absent where the table has a stream. */
  readonly changes?: PendingChanges | undefined
  /** Absent where no request is held. */
  readonly hold?: Hold | undefined
}

export type WaitingCaller = { userId: string; organizationId: string }

/** Lets a request wait until something happens in an organization: it is held, and its operation runs again. */
export type Hold = {
  /** Notices events from now on. Returns whether the request can be held. */
  begin(caller: WaitingCaller): boolean
  /** Holds the response for so many seconds from the start of the request, or until something has happened since `begin`. */
  keep(maximumSeconds: number): void
}

/** Work that follows from this process's committed changes, after their responses. */
export type PendingChanges = {
  /**
   * Waits until it has happened for all changes that were committed before.
   * @param organizationId  Whose changes are needed. Those of the others may fail.
   * @throws what prevents it.
   */
  settled(organizationId?: string): Promise<void>
}

/** ISO 8601 UTC with milliseconds: the only form of times in the table and in responses. */
export function timestampOf(date: Date): string {
  return date.toISOString()
}

/** The UTC day of a time: `2026-11-20`. */
export function dayOf(time: Date): string {
  return timestampOf(time).slice(0, 'yyyy-mm-dd'.length)
}

export const secondsPerHour = 60 * 60
export const secondsPerDay = 24 * secondsPerHour
export const millisecondsPerDay = 1000 * secondsPerDay

export function daysAfter(date: Date, days: number): Date {
  return new Date(date.getTime() + days * millisecondsPerDay)
}

/** The value of the `ttl` attribute, in Unix seconds, of a record that nothing needs after `expiresAt`. */
export function timeToLiveOf(expiresAt: Date): number {
  return Math.ceil(expiresAt.getTime() / 1000)
}
