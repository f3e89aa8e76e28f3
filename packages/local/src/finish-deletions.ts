import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { findOrphanedGoals } from '@cairn/domain/goals/cleanup/find-orphaned-goals'

export type Cleanup = {
  /** Stops after the current page or goal. The next start finds the rest. */
  stop(): Promise<void>
}

/**
 * Finishes, in the background, deletions of goals that a killed service left incomplete. Nobody can read the orphaned records, so
 * nothing waits for the cleanup, and its failure does not fail the service.
 */
export function finishDeletions(database: Database, logger: Logger): Cleanup {
  let isStopping = false

  async function run(): Promise<void> {
    for await (const goals of findOrphanedGoals(database)) {
      for (const goal of goals) {
        if (isStopping) return
        await cleanUpDeletedGoal(database, goal)
        logger.info('cleaned up a deleted goal', goal)
      }
      if (isStopping) return
    }
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
