import type { Database } from '../database.ts'
import { readRecord } from '../read-record.ts'
import { type GoalRecord, goalEntity } from '../table/goal.ts'

/** A goal of the organization, strongly consistent; null where there is none. */
export function readGoal(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalRecord | null> {
  return readRecord(database, goalEntity, { organizationId, goalId })
}
