import { CairnApiError, CairnConnectionError, CairnResponseError, CairnTimeoutError } from './errors.ts'

const firstPauseMilliseconds = 500
const longestPauseMilliseconds = 20_000

/** The status of too many requests, of a service or of a gateway in front of it, which does not know the error shape. */
const tooManyRequests = 429

/** Statuses of a service, or a proxy in front of it, that is overloaded or restarts. */
const passingStatuses = [502, 503, 504]

/**
 * Whether to send a request again.
 *
 * @param isRepeatable  Whether a second request has no effect beyond the first: reads, and creations with an idempotency key.
 *   Others are repeated only after 429, which says that nothing was done.
 */
export function mayRetry(error: unknown, isRepeatable: boolean): boolean {
  const hasStatus = error instanceof CairnApiError || error instanceof CairnResponseError
  if (hasStatus && error.status === tooManyRequests) return true
  if (!isRepeatable) return false
  if (error instanceof CairnConnectionError || error instanceof CairnTimeoutError) return true
  return hasStatus && passingStatuses.includes(error.status)
}

/**
 * Returns how long to wait before the next attempt: what the service asks for, and otherwise twice as long each time. Up to a
 * half is added at random, so that many clients do not come back at once.
 *
 * @param failures  How many attempts have failed, at least 1.
 */
export function pauseMilliseconds(error: unknown, failures: number, random: () => number): number {
  const backoff = Math.min(firstPauseMilliseconds * 2 ** (failures - 1), longestPauseMilliseconds)
  return Math.max(backoff, askedSeconds(error) * 1_000) + backoff * random() * 0.5
}

/** Returns how long the service asks to wait; 0 if it does not say. */
export function askedSeconds(error: unknown): number {
  if (!(error instanceof CairnApiError || error instanceof CairnResponseError)) return 0
  return error.retryAfterSeconds ?? 0
}

/** Resolves after the time. Rejects with the signal's reason as soon as it is aborted. */
export function timerPause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop)
  })
}
