/**
 * Starts work in parallel with an operation, which neither waits for it nor fails with it. The work passes `signal` to
 * every call that it makes, so that it can be aborted.
 */
export type RunInBackground = (work: (signal: AbortSignal) => Promise<unknown>) => void

/**
 * The background work of one request. A Lambda function is frozen as soon as it has responded: work that is still
 * running continues during a later request, or never.
 */
export type RequestTasks = {
  run: RunInBackground
  /**
   * Waits until all work is done, and aborts work that takes longer than 100 ms. Called when the response is ready.
   * Never throws. Work that is started later does not run.
   *
   * @param deadline  The request's deadline in Unix milliseconds. `settle` does not wait longer.
   */
  settle(deadline: number): Promise<void>
}

/**
 * Background work uses the same database as the operation and is nearly always done first. If it is not done this much
 * later, the database has a problem, and the request does not wait for it.
 */
const settleLimitMilliseconds = 100

export function createRequestTasks(): RequestTasks {
  const end = new AbortController()
  const running: Promise<unknown>[] = []
  let isSettled = false
  return {
    run: (work) => {
      if (!isSettled) running.push((async () => work(end.signal))().catch(() => undefined))
    },
    settle: async (deadline) => {
      isSettled = true
      if (running.length === 0) return
      const limit = Math.min(settleLimitMilliseconds, Math.max(0, deadline - Date.now()))
      const { promise: isTooLate, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        end.abort()
        resolve()
      }, limit)
      await Promise.race([Promise.all(running), isTooLate])
      clearTimeout(timer)
    },
  }
}
