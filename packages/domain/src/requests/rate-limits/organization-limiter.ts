/**
 * Limits how many requests may act in an organization in a minute, so that one tenant cannot starve the others. It counts the
 * sessions of members, API tokens, grants and agents alike, once their membership is known: nobody uses up the limit of an
 * organization by naming it.
 *
 * The limit grows with the number of members. A process learns that number beside a request that shares counts, and only
 * if the organization has used half of the limit that it knows. So no request reads more for it, and a quiet organization
 * costs nothing.
 */
import {
  type CountingContext,
  type CountingOptions,
  createCounting,
  isCurrent,
  type MinuteCount,
  newCount,
  secondsLeftOf,
  setLast,
} from './counting.ts'
import type { RateLimits } from './limits.ts'
import { createMemberCounts, type readMemberCountPage } from './member-counts.ts'

/** The remaining requests of all callers of an organization in the current window. */
export type OrganizationAllowance = {
  readonly limit: number
  readonly remaining: number
  /** Until the window ends. At least 1. */
  readonly secondsLeft: number
  readonly isExceeded: boolean
}

export type OrganizationLimiter = {
  /**
   * Counts a request, unless it exceeds the limit.
   *
   * @param credentialKey  The key by which a refusal is remembered: of a credential that acts in this organization only.
   *   Undefined if the credential alone does not tell the organization.
   */
  count(
    context: CountingContext,
    organizationId: string,
    credentialKey: string | undefined,
  ): OrganizationAllowance
  /** Returns the allowance of a credential that this process has refused, if it is still exceeded. Otherwise undefined. */
  recallRefused(now: Date, credentialKey: string): OrganizationAllowance | undefined
}

export type OrganizationLimiterOptions = CountingOptions & { readMemberCountPage: typeof readMemberCountPage }

export function createOrganizationLimiter(
  { request }: Pick<RateLimits, 'request'>,
  options: OrganizationLimiterOptions,
): OrganizationLimiter {
  const counts = new Map<string, MinuteCount>()
  const refused = new Map<string, string>()
  const members = createMemberCounts(options.readMemberCountPage)
  const add = createCounting(options)
  const limitOf = (organizationId: string) =>
    request.organization + request.member * members.known(organizationId)

  function countOf(organizationId: string, now: Date): MinuteCount {
    const known = counts.get(organizationId)
    if (known && isCurrent(known, now)) return known
    const subject = ['caller', 'organization', organizationId, 'request']
    const count = newCount(subject, limitOf(organizationId), now)
    setLast(counts, organizationId, count)
    return count
  }

  return {
    count(context, organizationId, credentialKey) {
      const { now, database } = context
      const count = countOf(organizationId, now)
      if (count.total >= count.limit) {
        if (credentialKey !== undefined) setLast(refused, credentialKey, organizationId)
        return allowanceOf(count, now, true)
      }
      add(context, count, async (total, abortSignal) => {
        do count.limit = limitOf(organizationId)
        while (
          total * 2 >= count.limit &&
          (await members.learnMore(database, organizationId, now, abortSignal))
        )
      })
      return allowanceOf(count, now, false)
    },
    recallRefused(now, credentialKey) {
      const organizationId = refused.size > 0 ? refused.get(credentialKey) : undefined
      if (organizationId === undefined) return undefined
      const count = countOf(organizationId, now)
      if (count.total >= count.limit) return allowanceOf(count, now, true)
      refused.delete(credentialKey)
      return undefined
    },
  }
}

function allowanceOf(count: MinuteCount, now: Date, isExceeded: boolean): OrganizationAllowance {
  const { limit, total } = count
  return {
    limit,
    remaining: isExceeded ? 0 : Math.max(0, limit - total),
    secondsLeft: secondsLeftOf(count, now),
    isExceeded,
  }
}
