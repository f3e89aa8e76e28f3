/**
 * Counts requests in windows of a minute, over all processes.
 *
 * A process counts in memory. When a count has grown by a step, 2 % of its limit, the process adds the step to a record that
 * all processes share, beside the request, and learns the total. So a caller who stays below a step causes no write, and
 * nobody causes more than one for each step.
 *
 * With N processes, at most `limit - 1 + N * step` requests pass; with one, exactly `limit`. Whoever reaches the limit in the
 * table adds at most a step, and every other process at most one more until it learns the total. If the table cannot be
 * reached, nobody is refused for it: each process then limits what itself has seen.
 */
import { keyOf } from '../../storage/database/keys.ts'
import type { Context } from '../context.ts'
import { type addToCount, endOfWindow } from './shared-count.ts'

/** The number of requests of one subject in one window. */
export type MinuteCount = {
  /** Distinguishes it in the table. */
  readonly subject: readonly string[]
  readonly endsAt: Date
  limit: number
  /** The count of all processes, as far as this one knows. */
  total: number
  /** The part of it that the others do not know. */
  unshared: number
}

export type CountingOptions = {
  /** Undefined if there is only one process. */
  addToCount?: typeof addToCount | undefined
  /** Called when counts can no longer be shared, once until it works again. */
  reportFailure: (error: unknown) => void
}

export type CountingContext = Pick<Context, 'database' | 'now' | 'runInBackground'>

/**
 * Runs with each step, beside the request, before the process limits anybody by the total of all processes. If it throws, the
 * total is not used.
 */
export type BeforeTotal = (total: number, abortSignal: AbortSignal) => Promise<void>

const windowMinutes = 1
const windowMilliseconds = windowMinutes * 60_000

/** A part of the limit. The README of this package says how much it lets through. */
const stepsPerLimit = 50

/** Beyond this number of subjects or refused credentials, the oldest are forgotten. About 5 MB. */
const maximumRemembered = 10_000

export function stepOf(limit: number): number {
  return Math.max(1, Math.floor(limit / stepsPerLimit))
}

export function newCount(subject: readonly string[], limit: number, now: Date): MinuteCount {
  return { subject, limit, endsAt: endOfWindow(now, windowMinutes), total: 0, unshared: 0 }
}

/** Returns a function that counts a request. */
export function createCounting({ addToCount: addToShared, reportFailure }: CountingOptions) {
  let isFailing = false

  return function add(
    { database, runInBackground }: CountingContext,
    count: MinuteCount,
    beforeTotal?: BeforeTotal,
  ): void {
    count.total++
    count.unshared++
    if (count.unshared < stepOf(count.limit) || !(addToShared || beforeTotal)) return
    const number = count.unshared
    count.unshared = 0
    runInBackground(async (abortSignal) => {
      try {
        const { endsAt } = count
        const subjectKey = keyOf(JSON.stringify(count.subject))
        const all = (await addToShared?.(database, { subjectKey, endsAt }, number, abortSignal)) ?? 0
        const total = () => Math.max(count.total, all + count.unshared)
        await beforeTotal?.(total(), abortSignal)
        count.total = total()
        isFailing = false
      } catch (error) {
        // Whether the table has counted it is unknown. It is not added again: that could refuse too early.
        if (!isFailing) reportFailure(error)
        isFailing = true
      }
    })
  }
}

/** A clock that is set back by less than a window does not start another one. */
export function isCurrent({ endsAt }: MinuteCount, now: Date): boolean {
  const left = endsAt.getTime() - now.getTime()
  return left > 0 && left <= 2 * windowMilliseconds
}

/** Returns the seconds until the window ends, at least 1. */
export function secondsLeftOf({ endsAt }: MinuteCount, now: Date): number {
  return Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
}

/** The order of a map is that of insertion: the first entry is the oldest. */
export function setLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > maximumRemembered ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
