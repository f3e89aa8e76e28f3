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
import { keyOf } from '../keys.ts'
import { attemptCountEntity } from '../table/attempt-count.ts'
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
 * Counts an attempt. Throws `too_many_requests` where it is one too many, with the seconds until the window is over.
 */
export async function countAttempt(
  context: Context,
  attempter: Attempter,
  action: LimitedAction,
  account: Account,
): Promise<void> {
  const counters = countersOf(context, attempter, action, account)
  const counts = await Promise.all(counters.map((counter) => add(context, counter, 1)))
  const exceeded = counters.find(({ limit }, index) => (counts[index] ?? 0) > limit)
  if (!exceeded) return
  throw new ServiceError('too_many_requests', 'Too many attempts. Wait before you try again.', {
    retryAfterInSeconds: Math.ceil((exceeded.endsAt.getTime() - context.now.getTime()) / 1000),
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
