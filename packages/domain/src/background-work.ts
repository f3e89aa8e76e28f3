/**
 * Starts work that runs beside an operation, which neither waits for it nor fails with it. `signal` ends it: the work hands
 * it to every call that it makes.
 */
export type RunInBackground = (work: (signal: AbortSignal) => Promise<unknown>) => void

/**
 * The background work of one request. A Lambda function is frozen as soon as it has responded: what still runs then goes
 * on in the middle of a later request, or never.
 */
export type BackgroundWork = {
  run: RunInBackground
  /**
   * Waits, once the response is ready, until all work is done, and ends what takes longer than 100 ms. Never throws.
   * Nothing is started afterwards.
   *
   * @param deadline  Of the request, in Unix milliseconds: nothing is waited for beyond it.
   */
  settle(deadline: number): Promise<void>
}

/**
 * Work runs beside an operation that asks the same database, and is nearly always done before it. What is not done so much
 * later meets a database in trouble, for which no request waits.
 */
const settleLimitInMilliseconds = 100

export function createBackgroundWork(): BackgroundWork {
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
      const limit = Math.min(settleLimitInMilliseconds, Math.max(0, deadline - Date.now()))
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
