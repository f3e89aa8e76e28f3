/**
 * Limits how many requests and writes a caller may send in a minute, so that one looping program cannot starve everybody.
 * Every caller counts as a user, over all credentials, and a token for itself too. `counting.ts` says how processes count.
 */

import type { Context } from '../context.ts'
import {
  type CountingOptions,
  createCounting,
  isCurrent,
  type MinuteCount,
  newCount,
  secondsLeftOf,
  setLast,
} from './counting.ts'
import type { CallerLimitName, RateLimits } from './limits.ts'

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

/** The use of one window by a user or a token. */
type Usage = Readonly<Record<CallerLimitName, MinuteCount>>

export function createCallerLimiter(limits: RateLimits, options: CountingOptions): CallerLimiter {
  const usages = { account: new Map<string, Usage>(), token: new Map<string, Usage>() }
  const refused = new Map<string, LimitedCaller>()
  const add = createCounting(options)

  function usageOf(scope: 'account' | 'token', id: string, now: Date): Usage {
    const known = usages[scope].get(id)
    if (known && isCurrent(known.request, now)) return known
    const countOf = (name: CallerLimitName) => newCount(['caller', scope, id, name], limits[name][scope], now)
    const usage = { request: countOf('request'), write: countOf('write') }
    setLast(usages[scope], id, usage)
    return usage
  }

  /** The narrowest first: its quotas are what the caller sees. */
  function usagesOf({ userId, tokenId }: LimitedCaller, now: Date): [Usage, ...Usage[]] {
    const account = usageOf('account', userId, now)
    return tokenId === undefined ? [account] : [usageOf('token', tokenId, now), account]
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
        for (const name of namesOf(isWrite)) add(context, usage[name])
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
  return namesOf(isWrite).find((name) => usages.some((usage) => usage[name].total >= usage[name].limit))
}

function allowanceOf([narrowest]: [Usage, ...Usage[]], now: Date, exceeded?: CallerLimitName): Allowance {
  const quota = (name: CallerLimitName) => {
    const { limit, total } = narrowest[name]
    return { limit, remaining: exceeded === name ? 0 : Math.max(0, limit - total) }
  }
  return {
    quotas: { request: quota('request'), write: quota('write') },
    secondsLeft: secondsLeftOf(narrowest.request, now),
    exceeded,
  }
}
