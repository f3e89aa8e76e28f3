import type { Logger } from '@aws-lambda-powertools/logger'
import { createChangeHandler, type Follower } from '@cairn/domain/changes/handle-changes'
import { handleQueue } from '@cairn/domain/changes/handle-queue'
import type { PendingChanges } from '@cairn/domain/context'
import type { Database } from '@cairn/domain/database/client'

export type Pump = PendingChanges & {
  /** Says that a change may have been committed. Never waits. */
  nudge(): void
  /** Ends after the current batch. The next start, or another process, handles the rest. */
  stop(): Promise<void>
}

export type PumpOptions = {
  clock: () => Date
  /** Told about new events. The pump does not wait for them. */
  followers: readonly Follower[]
  logger: Pick<Logger, 'info' | 'error'>
  /** How often it looks for changes that nobody has announced, in milliseconds: of a process that was killed. */
  lookEvery?: number
}

const lookMilliseconds = 60_000
/** Changes of this time are handled together, unless somebody waits for them: a round costs as much for 30 as for one. */
const gatherMilliseconds = 25
/** After a failure, twice as long after each further one. Whoever reads the feed in the meantime makes it try again. */
const firstRetryMilliseconds = 1_000

/**
 * Handles changes of a table without a stream, in order, soon after they are committed. Changes that come while it works are
 * handled together in its next round.
 */
export function startPump(
  database: Database,
  { clock, followers, logger, lookEvery = lookMilliseconds }: PumpOptions,
): Pump {
  const handle = createChangeHandler()
  /** Rounds that were asked for, and the last one of them that was done. A round does what was committed before it began. */
  let asked = 0
  let done = 0
  let round: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let retryMilliseconds = firstRetryMilliseconds
  let isStopping = false

  function tell(organizationIds: string[]): void {
    for (const follower of followers) {
      follower(organizationIds).catch((error) => logger.error('failed to follow new events', { error }))
    }
  }

  function runLater(milliseconds: number): void {
    if (isStopping) return
    clearTimeout(next)
    // `runRound` has seen the error.
    next = setTimeout(() => run().catch(() => undefined), milliseconds)
    next.unref()
  }

  async function runRound(): Promise<void> {
    clearTimeout(next)
    const target = asked
    try {
      await handleQueue(database, {
        handle,
        now: clock,
        onEvents: tell,
        onCleanUp: (goal) => logger.info('cleaned up a deleted goal', goal),
        isStopping: () => isStopping,
      })
      done = target
      retryMilliseconds = firstRetryMilliseconds
      if (done < asked) runLater(gatherMilliseconds)
    } catch (error) {
      if (!isStopping) {
        logger.error('failed to follow changes, which is tried again', { error: error as Error })
        runLater(retryMilliseconds)
        retryMilliseconds = Math.min(2 * retryMilliseconds, lookMilliseconds)
      }
      throw error
    } finally {
      // In the same turn as the last look at `asked`: a later nudge asks for another one.
      round = undefined
    }
  }

  function run(): Promise<void> {
    round ??= runRound()
    return round
  }

  const pump: Pump = {
    nudge() {
      asked++
      if (!round && asked === done + 1) runLater(gatherMilliseconds)
    },
    async settled() {
      const target = asked
      while (done < target && !isStopping) await run()
    },
    async stop() {
      isStopping = true
      clearTimeout(next)
      clearInterval(look)
      await round?.catch(() => undefined)
    },
  }
  const look = setInterval(() => pump.nudge(), lookEvery)
  look.unref()
  // What a killed process has left.
  asked++
  run().catch(() => undefined)
  return pump
}
