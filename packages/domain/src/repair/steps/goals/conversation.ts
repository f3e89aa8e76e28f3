import { readRecord } from '../../../storage/database/read-record.ts'
import { goalLabelDirectoryEntity } from '../../../storage/table/entities/goal-labels/goal-label-directory.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/** Lets organizations know that they have comments or watches. */
export const conversationStep: RepairStep = {
  name: 'conversation',
  see: { goalComment: repairKnowledge, goalWatch: repairKnowledge },
}

/** A lost record of labels is written in the second round, and knows it. */
async function repairKnowledge(
  repair: Repair,
  { organizationKey }: { organizationKey: string },
): Promise<void> {
  const organizationId = longId(organizationKey)
  const directory = await readRecord(repair.database, goalLabelDirectoryEntity, { organizationId })
  if (!directory || directory.hasConversation) return
  await repair.write('organizations with comments or watches noted', {
    directory: {
      Update: goalLabelDirectoryEntity
        .patch({ organizationId })
        .set({ hasConversation: true })
        .where((stored, { notExists }) => notExists(stored.hasConversation)),
    },
  })
}
