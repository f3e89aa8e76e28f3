import { ServiceError } from '@cairn/contract/errors'
import type { Access } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../table/entities/goal-label.ts'

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
  const [label] = await Promise.all([
    readRecord(database, goalLabelEntity, { organizationId, labelId }),
    access.role,
  ])
  if (label) return label
  throw new ServiceError('goal_label_not_found', 'There is no such label.')
}
