import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { type GoalRecord, goalEntity } from '../table/entities/goal.ts'

/** A goal of the organization, strongly consistent; null where there is none. */
export function readGoal(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalRecord | null> {
  return readRecord(database, goalEntity, { organizationId, goalId })
}
