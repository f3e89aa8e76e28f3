import { ServiceError } from '@cairn/contract/errors/errors'
import type { Access } from '../requests/access.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'

/**
 * Returns a label of the caller's organization, read in parallel with the caller's role. Strongly consistent.
 * @throws `goal_label_not_found` if there is no such label, and what `access.role` rejects with.
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
  throw new ServiceError('goal_label_not_found', 'The label does not exist in this organization.')
}
