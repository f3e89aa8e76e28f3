import { ServiceError } from '@cairn/contract/errors/errors'
import { isMutation, type Operation } from '@cairn/contract/registry/operation'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { Allowance, LimitedCaller } from '@cairn/domain/requests/rate-limits/caller-limiter'
import type { CallerLimitName } from '@cairn/domain/requests/rate-limits/limits'
import type { OrganizationAllowance } from '@cairn/domain/requests/rate-limits/organization-limiter'
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
 * Counts a request of a member, or of a member's program, in its organization, and adds that limit to the headers of its response.
 *
 * Owners and admins are not refused where only sessions are accepted: among others, they can always find and revoke the token
 * that uses the limit up.
 *
 * @param credentialKey  See `OrganizationLimiter`.
 * @throws `too_many_requests` if the organization has exceeded its limit.
 */
export function limitOrganization(
  runtime: Runtime,
  operation: Operation,
  event: OperationEvent,
  credentialKey: string | undefined,
  { organizationId, role }: { organizationId: string; role: OrganizationRole },
): void {
  const context = contextOf(runtime, event)
  const allowance = runtime.organizationLimiter?.count(context, organizationId, credentialKey)
  const isExempt = operation.credential !== 'session_or_token' && role !== 'member'
  applyOrganization(event, allowance && { ...allowance, isExceeded: allowance.isExceeded && !isExempt })
}

/**
 * Refuses a credential that this process has refused in the current window, without a look at the database. So if it
 * has been revoked since, the caller learns that up to a minute later.
 * @throws `too_many_requests`.
 */
export function refuseAgain(
  { callerLimiter, organizationLimiter }: Runtime,
  operation: Operation,
  event: OperationEvent,
  { key, organizationKey }: { key: string; organizationKey: string | undefined },
): void {
  apply(event, callerLimiter?.recallRefused(event.now, key, isMutation(operation)))
  // Whether it is about the organization is certain only for these.
  if (operation.credential !== 'session_or_token' || organizationKey === undefined) return
  applyOrganization(event, organizationLimiter?.recallRefused(event.now, organizationKey))
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

function applyOrganization(event: OperationEvent, allowance: OrganizationAllowance | undefined): void {
  if (!allowance) return
  const { limit, remaining, secondsLeft, isExceeded } = allowance
  event.rateLimit = joined(event.rateLimit, {
    'ratelimit-policy': `"organization";q=${limit};w=60`,
    ratelimit: `"organization";r=${remaining};t=${secondsLeft}`,
  })
  if (!isExceeded) return
  throw new ServiceError(
    'too_many_requests',
    'The members and programs of this organization send too many requests. Wait before you send more.',
    { retryAfterSeconds: secondsLeft },
  )
}

/** Returns fields with the items of both. */
function joined(headers: Record<string, string> = {}, more: Record<string, string>): Record<string, string> {
  const entries = Object.entries(more).map(([name, item]) => [
    name,
    headers[name] === undefined ? item : `${headers[name]}, ${item}`,
  ])
  return { ...headers, ...Object.fromEntries(entries) }
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
