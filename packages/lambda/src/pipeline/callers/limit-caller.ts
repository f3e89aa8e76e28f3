import { ServiceError } from '@cairn/contract/errors/errors'
import { isMutation, type Operation } from '@cairn/contract/registry/operation'
import type { Allowance, LimitedCaller } from '@cairn/domain/requests/rate-limits/caller-limiter'
import type { CallerLimitName } from '@cairn/domain/requests/rate-limits/limits'
import type { Runtime } from '../../configuration/runtime.ts'
import { contextOf } from '../context.ts'
import type { OperationEvent } from '../event.ts'

/**
 * Counts a request whose credential is verified, and sets the headers of its response.
 * @param credentialKey  See `ClaimedAccess`.
 * @throws `too_many_requests` if the caller has exceeded a limit.
 */
export function limitCaller(
  runtime: Runtime,
  operation: Operation,
  event: OperationEvent,
  credentialKey: string,
  caller: LimitedCaller,
): void {
  const isWrite = isMutation(operation)
  apply(event, runtime.callerLimiter?.count(contextOf(runtime, event), credentialKey, caller, isWrite))
}

/**
 * Refuses a credential that this process has refused in the current window, without a look at the database. So if it
 * has been revoked since, the caller learns that up to a minute later.
 * @throws `too_many_requests`.
 */
export function refuseAgain(
  { callerLimiter }: Runtime,
  operation: Operation,
  event: OperationEvent,
  credentialKey: string,
): void {
  apply(event, callerLimiter?.recallRefused(event.now, credentialKey, isMutation(operation)))
}

function apply(event: OperationEvent, allowance: Allowance | undefined): void {
  if (!allowance) return
  event.rateLimit = rateLimitHeaders(allowance)
  const { exceeded, secondsLeft } = allowance
  if (!exceeded) return
  const what = exceeded === 'write' ? 'changes' : 'requests'
  throw new ServiceError('too_many_requests', `Too many ${what}. Wait before you send more.`, {
    retryAfterSeconds: secondsLeft,
  })
}

/** The names of the policies in the headers. */
const policies: readonly [CallerLimitName, string][] = [
  ['request', '"requests"'],
  ['write', '"writes"'],
]

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10. Windows are a minute. */
function rateLimitHeaders({ quotas, secondsLeft }: Allowance): Record<string, string> {
  const items = (parametersOf: (quota: Allowance['quotas'][CallerLimitName]) => string) =>
    policies.map(([name, policy]) => `${policy};${parametersOf(quotas[name])}`).join(', ')
  return {
    'ratelimit-policy': items(({ limit }) => `q=${limit};w=60`),
    ratelimit: items(({ remaining }) => `r=${remaining};t=${secondsLeft}`),
  }
}
