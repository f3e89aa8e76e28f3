import { cleanUpDeletedGoal } from '../../goals/cleanup/clean-up-deleted-goal.ts'
import { readGoalRow } from '../../goals/record/read-goal.ts'
import { goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { RepairStep } from '../step.ts'

/** Removes what is left of deleted goals. */
export const orphanStep: RepairStep = {
  name: 'orphans',
  async seePartition(repair, record) {
    if (!('goalKey' in record && 'organizationKey' in record)) return
    const { organizationKey, goalKey } = record
    if (record.pk !== keyOfRecord(goalRowEntity, { organizationKey, goalKey }).pk) return
    const goal = { organizationId: longId(organizationKey), goalId: longId(goalKey) }
    if (await readGoalRow(repair.database, goal.organizationId, goal.goalId)) return
    await repair.run('deleted goals cleaned up', () => cleanUpDeletedGoal(repair.database, goal))
  },
}
