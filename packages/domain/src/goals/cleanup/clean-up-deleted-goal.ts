import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import { keyOfRecord } from '../../table/entity/keys.ts'
import { goalEntity } from '../../table/layout-1/goal.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { removeGoalPartition, removePartition } from './goal-partition.ts'

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

/** Like `cleanUpDeletedGoal`, for a goal that version 0.1 deleted. Does nothing if the goal exists in either layout. */
export async function cleanUpGoalDeletedInLayout1(
  database: Database,
  { organizationId, goalId }: { organizationId: string; goalId: string },
): Promise<void> {
  const key = { organizationId, goalId }
  const [current, earlier] = await Promise.all([
    readGoalRow(database, organizationId, goalId),
    readRecord(database, goalEntity, key),
  ])
  if (current || earlier) return
  await removePartition(database, keyOfRecord(goalEntity, key).pk)
}
