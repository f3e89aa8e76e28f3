import type { SweepContext } from '@cairn/functions/due/handler'

export type DueTimer = {
  /** Sweeps now, or waits for the sweep that is running. Never rejects. */
  sweep(): Promise<void>
  /** Ends after what is being done. The next start does the rest. */
  stop(): Promise<void>
}

export type DueTimerOptions = {
  sweep: (event: unknown, context: SweepContext) => Promise<unknown>
  logError: (message: string, error: unknown) => void
  /** In milliseconds; null never sweeps by itself. Default: a minute. */
  every?: number | null | undefined
}

const minuteMilliseconds = 60_000
/** A stopping service does not wait longer for an email server. What was not done is due for the next start. */
const stopMilliseconds = 5_000

/** Does what is due at the start and each minute, one sweep after the other. */
export function startDueTimer({ sweep, logError, every = minuteMilliseconds }: DueTimerOptions): DueTimer {
  const end = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      await sweep(undefined, { getRemainingTimeInMillis: () => minuteMilliseconds, signal: end.signal })
    } catch (error) {
      if (!end.signal.aborted) logError('failed to look for what is due, which is tried again', error)
    } finally {
      running = undefined
    }
  }

  const sweepOnce = async () => {
    running ??= run()
    await running
  }
  const timer = every === null ? undefined : setInterval(sweepOnce, every)
  timer?.unref()
  if (every !== null) void sweepOnce()
  return {
    sweep: sweepOnce,
    stop: async () => {
      clearInterval(timer)
      end.abort()
      if (!running) return
      let limit: NodeJS.Timeout | undefined
      const isTooLate = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, stopMilliseconds)
      })
      await Promise.race([running, isTooLate])
      clearTimeout(limit)
    },
  }
}
