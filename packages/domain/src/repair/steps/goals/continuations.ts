import { linksItem } from '../../../goals/continuing/links.ts'
import { existingGoal } from '../../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalLabelDirectoryEntity } from '../../../storage/table/entities/goal-labels/goal-label-directory.ts'
import { type GoalLinksRecord, goalLinksEntity } from '../../../storage/table/entities/goals/goal-links.ts'
import { replaceRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/** Lets both goals of a continuation say so, and organizations know that they have any. A link to a goal that is gone is removed. */
export const continuationStep: RepairStep = {
  name: 'continuations',
  see: {
    async goalLinks(repair, links) {
      const { fromKey, byKeys } = links
      if (fromKey !== undefined) {
        await repairLink(repair, links, fromKey, (other) => ({
          isSaid: other?.byKeys.includes(links.goalKey) ?? false,
          change: { byKeys: [...(other?.byKeys ?? []), links.goalKey] },
        }))
      }
      for (const by of byKeys) {
        await repairLink(repair, links, by, (other) => ({
          isSaid: other?.fromKey === links.goalKey,
          change: { fromKey: links.goalKey },
          isOfAnother: other?.fromKey !== undefined,
        }))
      }
      await repairKnowledge(repair, links.organizationKey)
    },
  },
}

type Side = {
  isSaid: boolean
  change: Parameters<typeof linksItem>[2]
  /** Whether the other goal continues a third one. */
  isOfAnother?: boolean
}

async function repairLink(
  repair: Repair,
  links: GoalLinksRecord,
  otherKey: string,
  sideOf: (other: GoalLinksRecord | null) => Side,
): Promise<void> {
  const { organizationKey } = links
  const { database } = repair
  const key = { organizationKey, goalKey: otherKey }
  const [goal, other] = await Promise.all([
    readGoalRow(database, longId(organizationKey), longId(otherKey)),
    readRecord(database, goalLinksEntity, key),
  ])
  const { isSaid, change, isOfAnother = false } = sideOf(other)
  if (goal && isSaid) return
  if (goal && !isOfAnother) {
    await repair.write('continuations of goals noted', {
      links: linksItem(key, other, change),
      goal: existingGoal(key),
    })
    return
  }
  const current = await readRecord(database, goalLinksEntity, { organizationKey, goalKey: links.goalKey })
  if (!current) return
  const { fromKey, byKeys, ...rest } = current
  const after = {
    ...rest,
    ...(fromKey !== undefined && fromKey !== otherKey && { fromKey }),
    byKeys: byKeys.filter((by) => by !== otherKey),
    version: current.version + 1,
  }
  await repair.write('continuations of goals that are gone removed', {
    links: { Put: replaceRecord(goalLinksEntity, after, { version: current.version }) },
  })
}

async function repairKnowledge(repair: Repair, organizationKey: string): Promise<void> {
  const organizationId = longId(organizationKey)
  const directory = await readRecord(repair.database, goalLabelDirectoryEntity, { organizationId })
  if (!directory || directory.hasContinuations) return
  await repair.write('organizations with continued goals noted', {
    directory: {
      Update: goalLabelDirectoryEntity
        .patch({ organizationId })
        .set({ hasContinuations: true })
        .where((stored, { notExists }) => notExists(stored.hasContinuations)),
    },
  })
}
