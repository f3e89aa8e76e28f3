import type { Database } from '../../storage/database/client.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalChildRecord, goalChildEntity } from '../../storage/table/entities/goals/goal-tree.ts'

/** Returns the records of the goals directly below a goal. Strongly consistent. */
export function readChildren(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalChildRecord[]> {
  return queryAllRecords(database, goalChildEntity, 'record', goalKeyOf({ organizationId, goalId }), {
    consistent: true,
  })
}
