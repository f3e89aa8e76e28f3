import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { findOrphanedGoals } from '@cairn/domain/goals/cleanup/find-orphaned-goals'

export type CleanUp = {
  /** Ends after the page that is at work; what is left is found at the next start. */
  stop(): Promise<void>
}

/**
 * Finishes, beside the requests, the deletions of goals that a killed service left half done. Nobody can read what they
 * left, so nobody waits for it, and trouble with the engine is no trouble of the service.
 */
export function finishDeletions(database: Database, logger: Logger): CleanUp {
  let isStopping = false

  async function run(): Promise<void> {
    for await (const goals of findOrphanedGoals(database)) {
      for (const goal of goals) {
        if (isStopping) return
        await cleanUpDeletedGoal(database, goal)
        logger.info('deleted goal cleaned up', goal)
      }
      if (isStopping) return
    }
  }

  const running = run().catch((error) => {
    if (!isStopping) logger.warn('deleted goals are not cleaned up before the next start', { error })
  })
  return {
    stop: () => {
      isStopping = true
      return running
    },
  }
}
