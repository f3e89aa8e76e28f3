/** Work under a claim, whose lease is renewed beside the work. Only durations count, by a clock that nobody sets. */
import { CairnApiError, CairnClaimLostError } from './errors.ts'
import type {
  ClaimedGoalResponse,
  ClaimGoalRequest,
  ClaimNextGoalRequest,
  GoalClaim,
  Operations,
  RenewGoalClaimRequest,
} from './generated.ts'
import type { CallOptions } from './options.ts'
import type { Signal } from './platform.ts'
import { askedSeconds } from './retries.ts'

/** The default of the service. It is always sent, so that the length of the lease is known here. */
const defaultLeaseSeconds = 900
const requestMilliseconds = 30_000
const longestPauseMilliseconds = 10_000

/** A goal that this program holds. */
export type HeldGoal = ClaimedGoalResponse & {
  /** How long the claim lasts unless it is renewed. */
  leaseSeconds: number
  /** When the lease has ended by `performance.now()` of this process, at the latest. */
  heldUntil: number
}

/** No goal is ready. */
export type NoGoalReady = { goal: null; retryAfterSeconds: number }

/** A goal that is held while work on it runs. */
export type ClaimedWork = ClaimedGoalResponse & {
  /** Aborted with a `CairnClaimLostError` as soon as the claim is lost: stop the work then. */
  signal: Signal
}

/** The parts of a client that longer work needs. */
export type Place = {
  api: Operations
  pause: (milliseconds: number, signal: Signal | undefined) => Promise<void>
  now: () => number
}

/** Claims a goal, for a run of its own unless it is named, so that a lost response may be repeated. */
export async function claimOf(
  { api, now }: Place,
  goalId: string,
  { leaseSeconds = defaultLeaseSeconds, runId = crypto.randomUUID(), ...claim }: ClaimGoalRequest,
  options: CallOptions,
): Promise<HeldGoal> {
  // The lease begins after the first attempt was sent.
  const heldUntil = now() + leaseSeconds * 1_000
  const body = { ...claim, leaseSeconds, runId }
  const claimed = await api.claimGoal({ params: { goalId }, body }, options)
  return { ...claimed, leaseSeconds, heldUntil }
}

/** Claims the most pressing goal that is ready. */
export async function claimNextOf(
  { api, now }: Place,
  { leaseSeconds = defaultLeaseSeconds, runId = crypto.randomUUID(), ...filter }: ClaimNextGoalRequest,
  options: CallOptions,
): Promise<HeldGoal | NoGoalReady> {
  const heldUntil = now() + leaseSeconds * 1_000
  const body = { ...filter, leaseSeconds, runId }
  const { goal, claim, retryAfterSeconds = 1 } = await api.claimNextGoal({ body }, options)
  return goal && claim ? { goal, claim, leaseSeconds, heldUntil } : { goal: null, retryAfterSeconds }
}

/** Renews a claim once. */
export async function renewalOf(
  { api }: Place,
  goalId: string,
  body: RenewGoalClaimRequest,
  options: CallOptions,
): Promise<GoalClaim> {
  return (await api.renewGoalClaim({ params: { goalId }, body }, options)).claim
}

/** Releases a goal. A claim that has ended needs no release. */
export async function releaseOf(
  { api }: Place,
  goalId: string,
  fence: number,
  options: CallOptions = {},
): Promise<void> {
  await api.releaseGoalClaim({ params: { goalId }, query: { fence } }, options).catch((error: unknown) => {
    if (!(error instanceof CairnApiError) || error.code !== 'goal_claim_lost') throw error
  })
}

/** Runs work on a goal that is held, and releases the goal after it, whatever becomes of the work. */
export async function workUnderClaim<Result>(
  place: Place,
  held: HeldGoal,
  work: (claimed: ClaimedWork) => Promise<Result>,
): Promise<Result> {
  const { goal, claim } = held
  const finished = new AbortController()
  const lost = new AbortController()
  const keeping = keepClaim(place, held, finished.signal).then((loss) => {
    if (loss) lost.abort(loss)
  })
  try {
    return await work({ goal, claim, signal: lost.signal })
  } finally {
    finished.abort()
    await keeping
    // A claim that cannot be released ends with its lease.
    if (!lost.signal.aborted) await releaseOf(place, goal.id, claim.fence).catch(() => undefined)
    lost.signal.throwIfAborted()
  }
}

/** Renews the claim at a third of its lease until the work is finished. Returns why the claim was lost; undefined if it was not. */
async function keepClaim(
  { api, pause, now }: Place,
  held: HeldGoal,
  finished: AbortSignal,
): Promise<CairnClaimLostError | undefined> {
  const { goal, claim, leaseSeconds } = held
  const lease = leaseSeconds * 1_000
  let until = held.heldUntil
  let next = lease / 3
  let failure: unknown
  for (;;) {
    const isOver = await pause(Math.min(next, Math.max(until - now(), 0)), finished).then(
      () => false,
      () => true,
    )
    if (isOver) return undefined
    const sentAt = now()
    if (sentAt >= until)
      return new CairnClaimLostError('The lease ended before it could be renewed.', failure)
    try {
      const body = { fence: claim.fence, leaseSeconds }
      const timeoutMilliseconds = Math.max(Math.min(requestMilliseconds, until - sentAt), 1)
      const options = { timeoutMilliseconds, maximumAttempts: 1, signal: finished }
      await api.renewGoalClaim({ params: { goalId: goal.id }, body }, options)
      until = sentAt + lease
      next = lease / 3
    } catch (error) {
      if (finished.aborted) return undefined
      failure = error
      if (!mayRenewLater(error)) {
        if (await hasEndedItself(api, held, error).catch(() => false)) return undefined
        return new CairnClaimLostError(`The claim was lost: ${(error as Error).message}`, error)
      }
      next = Math.max(Math.min(lease / 12, longestPauseMilliseconds), askedSeconds(error) * 1_000)
    }
  }
}

/** Whether a renewal may succeed later. Only the service itself says that a claim is lost. */
const mayRenewLater = (error: unknown) =>
  !(error instanceof CairnApiError) || error.status === 429 || error.status >= 500

/** Whether the program itself has ended the claim, by a report that the goal is done: the work may finish. */
async function hasEndedItself(api: Operations, { goal, claim }: HeldGoal, error: unknown): Promise<boolean> {
  if (!(error instanceof CairnApiError) || error.code !== 'goal_claim_lost' || error.claim) return false
  const params = { goalId: goal.id }
  const { updates } = await api.listGoalUpdates({ params, query: { order: 'desc', limit: 1 } })
  const [latest] = updates
  return latest !== undefined && latest.status !== 'active' && latest.actor.id === claim.holder.id
}
