import { absentGoal } from '../../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalLabelDirectoryEntity } from '../../../storage/table/entities/goal-labels/goal-label-directory.ts'
import { goalClaimEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { deleteItem, keyOfRecord, type RecordKey } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

type Work = { organizationKey: string; goalKey: string }

/** Removes claims of deleted goals, and lets organizations know that they have any. */
export const workStep: RepairStep = {
  name: 'work',
  see: {
    async goalClaim(repair, claim) {
      await repairWork(repair, claim, keyOfRecord(goalClaimEntity, claim))
    },
    openQuestion: repairKnowledge,
    openReview: repairKnowledge,
    goalHandoff: repairKnowledge,
  },
}

async function repairWork(repair: Repair, work: Work, key: RecordKey): Promise<void> {
  const { organizationKey, goalKey } = work
  if (await readGoalRow(repair.database, longId(organizationKey), longId(goalKey))) {
    await repairKnowledge(repair, work)
    return
  }
  await repair.write('claims of deleted goals removed', {
    work: { Delete: deleteItem(key) },
    goal: absentGoal(work),
  })
}

/** A lost record of labels is written in the second round, and knows it. */
async function repairKnowledge(repair: Repair, { organizationKey }: Work): Promise<void> {
  const organizationId = longId(organizationKey)
  const directory = await readRecord(repair.database, goalLabelDirectoryEntity, { organizationId })
  if (!directory || directory.hasWork) return
  await repair.write('organizations with work on goals noted', {
    directory: {
      Update: goalLabelDirectoryEntity
        .patch({ organizationId })
        .set({ hasWork: true })
        .where((stored, { notExists }) => notExists(stored.hasWork)),
    },
  })
}
