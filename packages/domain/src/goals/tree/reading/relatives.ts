import type { Database } from '../../../storage/database/client.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalChildRecord,
  goalChildEntity,
  goalDependentEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { longId } from '../../../storage/table/short-id.ts'

/** Returns the records of the goals directly below a goal. Strongly consistent. */
export async function readChildren(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalChildRecord[]> {
  return queryAllRecords(database, goalChildEntity, 'record', goalKeyOf({ organizationId, goalId }), {
    consistent: true,
  })
}

/** Returns the ids of the goals that wait for a goal. Some may no longer do: their rows decide. Strongly consistent. */
export async function readDependents(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<string[]> {
  const key = goalKeyOf({ organizationId, goalId })
  const records = await queryAllRecords(database, goalDependentEntity, 'record', key, { consistent: true })
  return records.map(({ dependentKey }) => longId(dependentKey))
}
