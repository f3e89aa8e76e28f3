import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { findOrphanedGoals } from '@cairn/domain/goals/cleanup/find-orphaned-goals'
import { mayHaveOrphans, writeOrphansRemoved } from '@cairn/domain/migration/layout'

export type Cleanup = {
  /** Stops after the current page or goal. The next start begins again. */
  stop(): Promise<void>
}

/**
 * Finishes deletions of goals that an earlier version was killed in. That version recorded no changes, so the whole table is read:
 * once, at the first start of this version. Nobody can read the orphaned records, so nothing waits for it, and its failure does not
 * fail the service.
 */
export function finishEarlierDeletions(database: Database, logger: Logger): Cleanup {
  let isStopping = false

  async function run(): Promise<void> {
    if (!(await mayHaveOrphans(database))) return
    for await (const goals of findOrphanedGoals(database)) {
      for (const goal of goals) {
        if (isStopping) return
        await cleanUpDeletedGoal(database, goal)
        logger.info('cleaned up a deleted goal', goal)
      }
      if (isStopping) return
    }
    await writeOrphansRemoved(database)
  }

  const running = run().catch((error) => {
    if (!isStopping)
      logger.warn('the cleanup of deleted goals failed and is retried at the next start', { error })
  })
  return {
    stop: () => {
      isStopping = true
      return running
    },
  }
}
