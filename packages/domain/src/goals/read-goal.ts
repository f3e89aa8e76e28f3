import type { Database } from '../database.ts'
import { type GoalRecord, goalEntity } from '../table/goal.ts'

/** A goal of the organization, strongly consistent; null where there is none. */
export async function readGoal(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalRecord | null> {
  const { data } = await goalEntity(database).get({ organizationId, goalId }).go({ consistent: true })
  return data
}
