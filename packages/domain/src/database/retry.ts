import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './client.ts'
import { unavailable } from './unavailable.ts'

/** What a whole request may take, in milliseconds; then it answers 503. */
export const requestBudgetInMilliseconds = 8_000

const firstPauseInMilliseconds = 20
const longestPauseInMilliseconds = 500

/**
 * Waits before try number `attempt` (from 1), longer each time and never the same as its rivals ("full jitter",
 * AWS Architecture Blog). Throws `unavailable` where the request's time would be over.
 */
export async function pauseBeforeRetry(database: Database, attempt: number, cause?: unknown): Promise<void> {
  const longest = Math.min(longestPauseInMilliseconds, firstPauseInMilliseconds * 2 ** attempt)
  const pause = 1 + Math.random() * longest
  if (database.deadline !== undefined && Date.now() + pause >= database.deadline) throw unavailable(cause)
  await sleep(pause)
}

/**
 * Makes a call that ends with the request's time: none is begun after the deadline, and one that is under way is not
 * sent again. Both throw `unavailable`. The database may still carry out what it has received.
 */
export async function callBeforeDeadline<T>(
  { deadline }: Database,
  call: (options: { abortSignal?: AbortSignal }) => Promise<T>,
): Promise<T> {
  if (deadline === undefined) return call({})
  const milliseconds = deadline - Date.now()
  if (milliseconds <= 0) throw unavailable()
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), milliseconds)
  try {
    return await call({ abortSignal: end.signal })
  } catch (error) {
    throw end.signal.aborted ? unavailable(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs an optimistic write until it neither lost a race nor ran out of time. `attempt` reads, decides and
 * writes; it answers `lostRace` where what it had read was no longer so when it wrote.
 */
export async function retryOnLostRace<T>(
  database: Database,
  attempt: () => Promise<T | typeof lostRace>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const result = await attempt()
    if (result !== lostRace) return result
    await pauseBeforeRetry(database, tries)
  }
}

export const lostRace = Symbol('lost race')
