import type { Database } from '../../database/client.ts'
import { readGoal } from '../read-goal.ts'
import { removeGoalPartition } from './goal-partition.ts'

/**
 * Removes what a crash, or the end of a request's time, left of a deleted goal: history, idempotency records and label
 * assignments. May be run at any time, again, and beside another run.
 *
 *   deleteGoal: transaction (goal and some of its history) ──▶ the rest in batches ──▶ answer
 *                          └─▶ stream: goal removed ──▶ here, whatever became of the rest
 *
 * A goal that exists is left alone. An id is never given out twice, so one that does not will not come back in between.
 *
 * Throws `unavailable` where time runs out; what was removed by then stays removed.
 */
export async function cleanUpDeletedGoal(
  database: Database,
  { organizationId, goalId }: { organizationId: string; goalId: string },
): Promise<void> {
  if (await readGoal(database, organizationId, goalId)) return
  await removeGoalPartition(database, organizationId, goalId)
}
