import { ApiError } from '@cairn/contract/http/client'
import { isTransient } from '../../data/api/failures/failures.ts'

export type Patience = {
  /** Resolves after so many milliseconds. Rejects when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
  /** Is told that the next attempt waits. */
  onWait?: (milliseconds: number) => void
}

const firstPauseMilliseconds = 1_000
const longestPauseMilliseconds = 30_000
/** One after the other, without a success. They take a few minutes. */
const maximumAttempts = 10

/**
 * Repeats a call until it succeeds: one that reads, or one that changes nothing when it is repeated. After too many requests, and when the service or the network is
 * unavailable, it waits at least as long as the service says.
 * @throws the last error: after 10 attempts, or if another attempt would change nothing.
 */
export async function persistently<T>(
  call: () => Promise<T>,
  { pause, signal, onWait }: Patience,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (attempt === maximumAttempts || !isTransient(error)) throw error
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      const backoff = Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** (attempt - 1))
      const milliseconds = Math.max(asked, backoff)
      onWait?.(milliseconds)
      await pause(milliseconds, signal)
    }
  }
}
