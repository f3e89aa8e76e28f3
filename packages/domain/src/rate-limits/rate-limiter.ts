/**
 * Counting attempts, across all instances, in the table.
 *
 * Threats: guessing passwords and links, flooding mailboxes, spending the processor on password hashes. And the other
 * way round, locking a person out: nothing is counted by an account alone that anybody could name. It is the account
 * together with the client's address, or the account that a session proves.
 *
 * An attempt is counted before it is judged, so that a thousand at once do not all pass; one that turned out right is
 * taken back. A counter that is added to twice, when an answer was lost and the client tried again, errs on the
 * careful side.
 */
import { ServiceError } from '@cairn/contract/errors'
import { type Context, timestampOf, timeToLiveOf } from '../context.ts'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { attemptCountEntity } from '../table/entities/rate-limit-count.ts'
import { clientNetwork } from './client-network.ts'
import type { LimitedAction, RateLimits } from './limits.ts'

/** Where a request comes from, and what such a client may attempt. */
export type Attempter = {
  /** Undefined where nothing is limited. */
  limits: RateLimits | undefined
  /** As the edge saw it, never as the client says; undefined where only a proxy's is known, which everybody shares. */
  address: string | undefined
}

/** Who is tried: `provenUserId` where a session says who the caller is, else the account that the request names. */
export type Account = { provenUserId: string } | { claimedKey: string }

/**
 * Counts an attempt. Throws `too_many_requests` where it is one too many, with the seconds until the window is over: at
 * once, before anything is asked of the table, where this process knows so already.
 */
export function countAttempt(
  context: Context,
  attempter: Attempter,
  action: LimitedAction,
  account: Account,
): Promise<void> {
  const counters = countersOf(context, attempter, action, account)
  const known = counters.find((counter) => isKnownExceeded(context.database, counter))
  if (known) throw tooManyRequests(context, known)
  return addAttempt(context, counters)
}

async function addAttempt(context: Context, counters: readonly Counter[]): Promise<void> {
  const counts = await Promise.all(counters.map((counter) => add(context, counter, 1)))
  const exceeded = counters.find(({ limit }, index) => (counts[index] ?? 0) > limit)
  if (!exceeded) return
  rememberExceeded(context.database, exceeded)
  throw tooManyRequests(context, exceeded)
}

function tooManyRequests({ now }: Context, { endsAt }: Counter): ServiceError {
  return new ServiceError('too_many_requests', 'Too many attempts. Wait before you try again.', {
    retryAfterInSeconds: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
  })
}

/** Takes a counted attempt back: it was the right person's. A counter that cannot be reached keeps it. */
export async function forgetAttempt(
  context: Context,
  attempter: Attempter,
  action: LimitedAction,
  account: Account,
): Promise<void> {
  const counters = countersOf(context, attempter, action, account)
  for (const { subjectKey } of counters) exceededIn(context.database).delete(subjectKey)
  await Promise.allSettled(counters.map((counter) => add(context, counter, -1)))
}

type Counter = { subjectKey: string; limit: number; endsAt: Date }

function countersOf(
  { now }: Context,
  { limits, address }: Attempter,
  action: LimitedAction,
  account: Account,
): Counter[] {
  if (!limits) return []
  const { windowInMinutes, account: accountLimit, address: addressLimit } = limits[action]
  const window = windowInMinutes * 60 * 1000
  const endsAt = new Date((Math.floor(now.getTime() / window) + 1) * window)
  const network = address === undefined ? undefined : clientNetwork(address)
  const accountParts = 'provenUserId' in account ? [account.provenUserId] : [account.claimedKey, network]
  const counter = (limit: number, ...subject: unknown[]): Counter => ({
    subjectKey: keyOf(JSON.stringify([action, ...subject])),
    limit,
    endsAt,
  })
  return [
    counter(accountLimit, 'account', ...accountParts),
    ...(network === undefined ? [] : [counter(addressLimit, 'address', network)]),
  ]
}

async function add(
  { database }: Context,
  { subjectKey, endsAt }: Counter,
  number: 1 | -1,
): Promise<number | undefined> {
  const { data } = await attemptCountEntity(database)
    .update({ subjectKey, expiresAt: timestampOf(endsAt) })
    .add({ count: number })
    .set({ ttl: timeToLiveOf(endsAt) })
    .go({ response: 'updated_new' })
  return data.count
}

/** Of each subject that was over its limit, when that window ends, in Unix milliseconds. */
const exceededByClient = new WeakMap<object, Map<string, number>>()

/** More are forgotten, the oldest first: they are asked of the table again. */
const maximumRemembered = 10_000

function exceededIn({ client }: Database): Map<string, number> {
  const known = exceededByClient.get(client) ?? new Map<string, number>()
  exceededByClient.set(client, known)
  return known
}

function isKnownExceeded(database: Database, { subjectKey, endsAt }: Counter): boolean {
  return exceededIn(database).get(subjectKey) === endsAt.getTime()
}

/** A flood of guesses is refused at the cost of a look into a map. */
function rememberExceeded(database: Database, { subjectKey, endsAt }: Counter): void {
  const known = exceededIn(database)
  known.delete(subjectKey)
  known.set(subjectKey, endsAt.getTime())
  const [oldest] = known.keys()
  if (known.size > maximumRemembered && oldest !== undefined) known.delete(oldest)
}
