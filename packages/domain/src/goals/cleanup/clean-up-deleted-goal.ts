import type { Database } from '../../storage/database/client.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { removeGoalPartition } from './goal-partition.ts'

/**
 * Removes the orphaned records of a deleted goal (texts, history, idempotency keys and copies for labels) if a crash or the
 * deadline interrupted the deletion. Safe to run at any time, repeatedly and concurrently.
 *
 *   deleteGoal: transaction (goal and part of its history) ──▶ the rest in batches ──▶ response
 *                          └─▶ stream: goal removed ──▶ this cleanup, in any case
 *
 * Does nothing if the goal exists. Ids are never reused, so a deleted goal cannot reappear during the cleanup.
 * @throws `unavailable` at the deadline; records that are already removed stay removed.
 */
export async function cleanUpDeletedGoal(
  database: Database,
  { organizationId, goalId }: { organizationId: string; goalId: string },
): Promise<void> {
  if (await readGoalRow(database, organizationId, goalId)) return
  await removeGoalPartition(database, organizationId, goalId)
}
