/**
 * Limits how many requests and writes a caller may send in a minute, so that one looping program cannot starve everybody.
 *
 * A process counts in memory. Every caller counts as a user, over all credentials, and a token for itself too. When a count
 * has grown by a step, 2 % of its limit, the process adds the step to a record that all processes share, beside the
 * request, and learns the total. So a caller who stays below a step causes no write, and nobody causes more than one
 * for each step.
 *
 * With N processes, a caller gets at most `limit - 1 + N * step` requests through; with one, exactly `limit`. Whoever reaches
 * the limit in the table adds at most a step, and every other process at most one more until it learns the total. If the
 * table cannot be reached, nobody is refused for it: each process then limits what itself has seen.
 */

import { keyOf } from '../../storage/database/keys.ts'
import type { Context } from '../context.ts'
import type { CallerLimitName, RateLimits } from './limits.ts'
import { type addToCount, endOfWindow } from './shared-count.ts'

/** The counted caller: a user, and the token if there is one. */
export type LimitedCaller = { readonly userId: string; readonly tokenId?: string | undefined }

/** The caller's remaining requests in the current window. For a token, only those of this token. */
export type Allowance = {
  readonly quotas: Readonly<Record<CallerLimitName, { limit: number; remaining: number }>>
  /** Until the window ends. At least 1. */
  readonly secondsLeft: number
  /** The limit that refuses this request. */
  readonly exceeded?: CallerLimitName | undefined
}

export type CallerLimiter = {
  /**
   * Counts a request, unless it exceeds a limit.
   *
   * @param credentialKey  Only who holds the credential can present it; a refusal is remembered by it.
   */
  count(
    context: Pick<Context, 'database' | 'now' | 'runInBackground'>,
    credentialKey: string,
    caller: LimitedCaller,
    isWrite: boolean,
  ): Allowance
  /**
   * Returns the allowance of a credential that this process has refused, if it is still exceeded. Otherwise undefined. So a
   * refused program that goes on costs no database call.
   */
  recallRefused(now: Date, credentialKey: string, isWrite: boolean): Allowance | undefined
}

export type CallerLimiterOptions = {
  /** Undefined if there is only one process. */
  addToCount?: typeof addToCount | undefined
  /** Called when counts can no longer be shared, once until it works again. */
  reportFailure: (error: unknown) => void
}

type Counter = {
  readonly limit: number
  /** The count of all processes, as far as this one knows. */
  total: number
  /** The part of it that the others do not know. */
  unshared: number
}

/** The use of one window by a user or a token. */
type Usage = {
  /** Distinguishes users and tokens in the table. */
  readonly scope: 'account' | 'token'
  readonly id: string
  readonly endsAt: Date
  readonly counters: Readonly<Record<CallerLimitName, Counter>>
}

const windowMinutes = 1
const windowMilliseconds = windowMinutes * 60_000

/** A part of the limit. The README of this package says how much it lets through. */
const stepsPerLimit = 50

/** Beyond this number of users, tokens or refused credentials, the oldest are forgotten. About 5 MB. */
const maximumRemembered = 10_000

export function stepOf(limit: number): number {
  return Math.max(1, Math.floor(limit / stepsPerLimit))
}

export function createCallerLimiter(limits: RateLimits, options: CallerLimiterOptions): CallerLimiter {
  const usages = { account: new Map<string, Usage>(), token: new Map<string, Usage>() }
  const refused = new Map<string, LimitedCaller>()
  let isFailing = false

  function usageOf(scope: Usage['scope'], id: string, now: Date): Usage {
    const known = usages[scope].get(id)
    if (known && isCurrent(known, now)) return known
    const counterOf = (limit: number) => ({ limit, total: 0, unshared: 0 })
    const usage = {
      scope,
      id,
      endsAt: endOfWindow(now, windowMinutes),
      counters: { request: counterOf(limits.request[scope]), write: counterOf(limits.write[scope]) },
    }
    setLast(usages[scope], id, usage)
    return usage
  }

  /** The narrowest first: its quotas are what the caller sees. */
  function usagesOf({ userId, tokenId }: LimitedCaller, now: Date): [Usage, ...Usage[]] {
    const account = usageOf('account', userId, now)
    return tokenId === undefined ? [account] : [usageOf('token', tokenId, now), account]
  }

  /** Adds what the other processes do not know to the table, and learns what they have counted. */
  function share(
    add: typeof addToCount,
    { database, runInBackground }: Pick<Context, 'database' | 'runInBackground'>,
    { scope, id, endsAt, counters }: Usage,
    name: CallerLimitName,
  ): void {
    const counter = counters[name]
    const number = counter.unshared
    counter.unshared = 0
    runInBackground(async (abortSignal) => {
      try {
        const subjectKey = keyOf(JSON.stringify(['caller', scope, id, name]))
        const all = await add(database, { subjectKey, endsAt }, number, abortSignal)
        counter.total = Math.max(counter.total, (all ?? 0) + counter.unshared)
        isFailing = false
      } catch (error) {
        // Whether the table has counted it is unknown. It is not added again: that could refuse too early.
        if (!isFailing) options.reportFailure(error)
        isFailing = true
      }
    })
  }

  return {
    count(context, credentialKey, caller, isWrite) {
      const { now } = context
      const current = usagesOf(caller, now)
      const exceeded = exceededLimit(current, isWrite)
      if (exceeded) {
        setLast(refused, credentialKey, caller)
        return allowanceOf(current, now, exceeded)
      }
      for (const usage of current) {
        for (const name of namesOf(isWrite)) {
          const counter = usage.counters[name]
          counter.total++
          counter.unshared++
          if (options.addToCount && counter.unshared >= stepOf(counter.limit)) {
            share(options.addToCount, context, usage, name)
          }
        }
      }
      return allowanceOf(current, now)
    },
    recallRefused(now, credentialKey, isWrite) {
      const caller = refused.size > 0 ? refused.get(credentialKey) : undefined
      if (!caller) return undefined
      const current = usagesOf(caller, now)
      const exceeded = exceededLimit(current, isWrite)
      if (exceeded) return allowanceOf(current, now, exceeded)
      // A read, while only writes are refused, keeps it.
      if (!exceededLimit(current, true)) refused.delete(credentialKey)
      return undefined
    },
  }
}

function namesOf(isWrite: boolean): readonly CallerLimitName[] {
  return isWrite ? ['request', 'write'] : ['request']
}

function exceededLimit(usages: readonly Usage[], isWrite: boolean): CallerLimitName | undefined {
  return namesOf(isWrite).find((name) =>
    usages.some(({ counters }) => counters[name].total >= counters[name].limit),
  )
}

function allowanceOf(
  [{ counters, endsAt }]: [Usage, ...Usage[]],
  now: Date,
  exceeded?: CallerLimitName,
): Allowance {
  const quota = (name: CallerLimitName) => {
    const { limit, total } = counters[name]
    return { limit, remaining: exceeded === name ? 0 : Math.max(0, limit - total) }
  }
  return {
    quotas: { request: quota('request'), write: quota('write') },
    secondsLeft: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
    exceeded,
  }
}

/** A clock that is set back by less than a window does not start another one. */
function isCurrent({ endsAt }: Usage, now: Date): boolean {
  const left = endsAt.getTime() - now.getTime()
  return left > 0 && left <= 2 * windowMilliseconds
}

/** The order of a map is that of insertion: the first entry is the oldest. */
function setLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > maximumRemembered ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
