import type { Logger } from '@aws-lambda-powertools/logger'
import { createChangeHandler, type FeedListener } from '@cairn/domain/background/changes/handle-changes'
import { handleQueue } from '@cairn/domain/background/changes/handle-queue'
import { isParkedAfter, parkChange } from '@cairn/domain/background/changes/parked'
import { startOfChangeIds } from '@cairn/domain/background/changes/record-events'
import type { PendingChanges } from '@cairn/domain/requests/context'
import type { Database } from '@cairn/domain/storage/database/client'
import { createFailingOrganizations } from './failing-organizations.ts'

export type ChangeWorker = PendingChanges & {
  /** Says that a change may have been committed. Never waits. */
  wake(): void
  /** Ends after the current batch. The next start, or another process, handles the rest. */
  stop(): Promise<void>
}

export type ChangeWorkerOptions = {
  clock: () => Date
  /** Told about new events. The change worker does not wait for them. */
  listeners: readonly FeedListener[]
  logger: Pick<Logger, 'info' | 'error'>
  /** How often it polls for changes that nobody has announced, in milliseconds: of a process that was killed. */
  pollEvery?: number
}

const pollMilliseconds = 60_000
/** Changes of this time are handled together, unless somebody waits for them: a round costs as much for 30 as for one. */
const gatherMilliseconds = 25
/** After a failure, twice as long after each further one. Whoever reads the feed in the meantime makes it try again. */
const firstRetryMilliseconds = 1_000
/** A change is committed within this time of its id. */
const commitMilliseconds = 60_000

/**
 * Handles changes of a table without a stream, in order, soon after they are committed. Changes that come while it works are
 * handled together in its next round. An organization whose changes cannot be handled is skipped and tried again; its changes wait
 * in the table. One that has failed ten times, and not because the database is down, is parked, and the others go on.
 */
export function startChangeWorker(
  database: Database,
  { clock, listeners, logger, pollEvery = pollMilliseconds }: ChangeWorkerOptions,
): ChangeWorker {
  const handle = createChangeHandler()
  /** Rounds that were asked for, and the last one of them that was done. A round does what was committed before it began. */
  let asked = 0
  let done = 0
  let round: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let retryMilliseconds = firstRetryMilliseconds
  let isStopping = false
  const failing = createFailingOrganizations({
    onFailure: (organizationId, error) =>
      logger.error('failed to follow changes of an organization, which is tried again', {
        organizationId,
        error: error as Error,
      }),
    onRecovery: (organizationId) =>
      logger.info('follows changes of an organization again', { organizationId }),
  })
  /** Before this id there are only changes of failing organizations. A round that tries one of them begins before it. */
  let from: string | undefined

  function tell(organizationIds: string[]): void {
    for (const listener of listeners) {
      listener(organizationIds).catch((error) => logger.error('failed to follow new events', { error }))
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
    const suspects = failing.ids()
    const skipped = failing.pausing()
    if (skipped.size < suspects.size) from = undefined
    const start = startOfChangeIds(Date.now() - commitMilliseconds)
    try {
      const failed = await handleQueue(database, {
        handle,
        now: clock,
        onEvents: tell,
        onCleanUp: (goal) => logger.info('cleaned up a deleted goal', goal),
        isStopping: () => isStopping,
        skipped,
        suspects,
        from,
      })
      failing.note(skipped, failed)
      const hasParked = await parkPoisoned()
      const untilNext = hasParked ? 0 : failing.untilNext()
      from = untilNext === undefined ? undefined : start
      // Changes behind a parked one are not done yet.
      if (!hasParked) done = target
      retryMilliseconds = firstRetryMilliseconds
      if (done < asked) runLater(gatherMilliseconds)
      else if (untilNext !== undefined) runLater(untilNext)
    } catch (error) {
      if (!isStopping) {
        logger.error('failed to follow changes, which is tried again', { error: error as Error })
        runLater(retryMilliseconds)
        retryMilliseconds = Math.min(2 * retryMilliseconds, pollMilliseconds)
      }
      throw error
    } finally {
      // In the same turn as the last poll at `asked`: a later wake asks for another one.
      round = undefined
    }
  }

  /** Puts aside the changes that have failed too often, and returns whether there were any. What waited behind them goes on. */
  async function parkPoisoned(): Promise<boolean> {
    const poisoned = failing.failures().filter(({ attempts, error }) => isParkedAfter(attempts, error))
    for (const { organizationId, change, error } of poisoned) {
      await parkChange(database, change, error, clock())
      failing.release(organizationId)
      logger.error('parked a change that has failed too often: npm run repair', {
        organizationId,
        changeId: change.changeId,
        error: error as Error,
      })
    }
    return poisoned.length > 0
  }

  function run(): Promise<void> {
    round ??= runRound()
    return round
  }

  const changeWorker: ChangeWorker = {
    wake() {
      asked++
      if (!round && asked === done + 1) runLater(gatherMilliseconds)
    },
    async settled(organizationId = '') {
      if (failing.hurry(organizationId)) asked++
      const target = asked
      while (done < target && !isStopping) await run()
      const error = failing.errorOf(organizationId)
      if (error !== undefined) throw error
    },
    async stop() {
      isStopping = true
      clearTimeout(next)
      clearInterval(poll)
      await round?.catch(() => undefined)
    },
  }
  const poll = setInterval(() => changeWorker.wake(), pollEvery)
  poll.unref()
  // Changes that a killed process has left.
  asked++
  run().catch(() => undefined)
  return changeWorker
}
