import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './client.ts'
import { unavailable } from './unavailable.ts'

/** How long a request may take, in milliseconds. Then it responds with 503. */
export const requestBudgetMilliseconds = 8_000

/** The longest that the first pause takes. Each further one may take twice as long. */
const firstPauseMilliseconds = 20
const longestPauseMilliseconds = 500

/**
 * Waits before retry number `attempt` (from 1): exponential backoff with full jitter (AWS Architecture Blog).
 * @throws `unavailable` if the pause would end after the deadline.
 */
export async function pauseBeforeRetry(database: Database, attempt: number, cause?: unknown): Promise<void> {
  const longest = Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** (attempt - 1))
  const pause = Math.random() * longest
  if (database.deadline !== undefined && Date.now() + pause >= database.deadline) throw unavailable(cause)
  await sleep(pause)
}

/**
 * Makes a call that ends at the deadline. The database may still execute a call that it has received.
 * @throws `unavailable` if the deadline passes before or during the call.
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
 * Repeats an optimistic write until it succeeds. `attempt` reads, decides and writes; it returns `lostRace` if a record
 * changed between its read and its write.
 * @throws `unavailable` at the deadline.
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
