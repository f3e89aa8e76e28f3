import { ServiceError } from '@cairn/contract/errors'
import type { Access } from '../access.ts'
import type { Database } from '../database.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../table/goal-label.ts'

/**
 * A label of the caller's organization, strongly consistent, read while the caller's membership is. Throws
 * `goal_label_not_found`, and `permission_denied` first.
 */
export async function readGoalLabel(
  database: Database,
  access: Access,
  labelId: string,
): Promise<GoalLabelRecord> {
  const { organizationId } = access
  const [{ data }] = await Promise.all([
    goalLabelEntity(database).get({ organizationId, labelId }).go({ consistent: true }),
    access.role,
  ])
  if (data) return data
  throw new ServiceError('goal_label_not_found', 'There is no such label.')
}
