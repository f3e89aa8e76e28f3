/**
 * The rate limiter. It counts attempts in the table, across all instances.
 *
 * Threats: guessing passwords and links, flooding mailboxes, spending the processor on password hashes. And the
 * reverse: locking a person out. So no limit counts only an account that anybody can name. It counts the account
 * together with the client's address, or the account that a session proves.
 *
 * An attempt is counted before it is checked. Otherwise a thousand concurrent attempts would all pass. A successful one
 * is uncounted. A retry after a lost response may count an attempt twice, which errs on the safe side.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import type { Context } from '../context.ts'
import type { RequestContext } from '../request-context.ts'
import { clientNetwork } from './client-network.ts'
import type { LimitedAction } from './limits.ts'
import { addToCount, endOfWindow, type SharedCount } from './shared-count.ts'

type LimiterContext = Context & Pick<RequestContext, 'rateLimitSubject'>

/**
 * The account that is attempted: `provenUserId` if a session proves the caller, otherwise the one that the request
 * names.
 */
export type Account = { provenUserId: string } | { claimedKey: string }

/**
 * Counts an attempt. If this process already knows that, it throws synchronously and does not query the table.
 * @throws `too_many_requests`, with the seconds until the window ends, if it exceeds a limit.
 */
export function countAttempt(
  context: LimiterContext,
  action: LimitedAction,
  account: Account,
): Promise<void> {
  const counters = countersOf(context, action, account)
  const known = counters.find((counter) => isKnownExceeded(context.database, counter))
  if (known) throw tooManyRequests(context, known)
  return addAttempt(context, counters)
}

async function addAttempt(context: Context, counters: readonly Counter[]): Promise<void> {
  const counts = await Promise.all(counters.map((counter) => addToCount(context.database, counter, 1)))
  const exceeded = counters.find(({ limit }, index) => (counts[index] ?? 0) > limit)
  if (!exceeded) return
  rememberExceeded(context.database, exceeded)
  throw tooManyRequests(context, exceeded)
}

function tooManyRequests({ now }: Context, { endsAt }: Counter): ServiceError {
  return new ServiceError('too_many_requests', 'Too many attempts. Wait before you try again.', {
    retryAfterSeconds: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
  })
}

/** Uncounts an attempt that succeeded. Ignores a counter that cannot be reached. */
export async function forgetAttempt(
  context: LimiterContext,
  action: LimitedAction,
  account: Account,
): Promise<void> {
  const counters = countersOf(context, action, account)
  for (const { subjectKey } of counters) exceededIn(context.database).delete(subjectKey)
  await Promise.allSettled(counters.map((counter) => addToCount(context.database, counter, -1)))
}

type Counter = SharedCount & { limit: number }

function countersOf(
  { now, rateLimitSubject: { limits, address } }: LimiterContext,
  action: LimitedAction,
  account: Account,
): Counter[] {
  if (!limits) return []
  const { windowMinutes, account: accountLimit, address: addressLimit } = limits[action]
  const endsAt = endOfWindow(now, windowMinutes)
  const network = address === undefined ? undefined : clientNetwork(address)
  const accountParts = 'provenUserId' in account ? [account.provenUserId] : [account.claimedKey, network]
  const counter = (limit: number, ...parts: unknown[]): Counter => ({
    subjectKey: keyOf(JSON.stringify([action, ...parts])),
    limit,
    endsAt,
  })
  return [
    counter(accountLimit, 'account', ...accountParts),
    ...(network === undefined ? [] : [counter(addressLimit, 'address', network)]),
  ]
}

/** The window's end by subject that exceeded its limit, in Unix milliseconds. */
const exceededByClient = new WeakMap<object, Map<string, number>>()

/** Beyond this number, the oldest are forgotten. The table still has their counts. */
const maximumRemembered = 10_000

function exceededIn({ client }: Database): Map<string, number> {
  const known = exceededByClient.get(client) ?? new Map<string, number>()
  exceededByClient.set(client, known)
  return known
}

function isKnownExceeded(database: Database, { subjectKey, endsAt }: Counter): boolean {
  return exceededIn(database).get(subjectKey) === endsAt.getTime()
}

/** Makes refusing a flood of guesses as cheap as a map lookup. */
function rememberExceeded(database: Database, { subjectKey, endsAt }: Counter): void {
  const known = exceededIn(database)
  known.delete(subjectKey)
  known.set(subjectKey, endsAt.getTime())
  const [oldest] = known.keys()
  if (known.size > maximumRemembered && oldest !== undefined) known.delete(oldest)
}
