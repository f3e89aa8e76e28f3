import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { type GoalRecord, goalEntity } from '../table/entities/goal.ts'

/** Returns a goal of the organization, or null. Strongly consistent. */
export function readGoal(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalRecord | null> {
  return readRecord(database, goalEntity, { organizationId, goalId })
}
