import { absentGoal, existingGoal, unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { newStamp } from '../../../goals/tree/following/neighbors.ts'
import { childFactsOf } from '../../../goals/tree/following/rollup.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalLabelDirectoryEntity } from '../../../storage/table/entities/goal-labels/goal-label-directory.ts'
import { decodeRow, type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  goalChildEntity,
  goalDependentEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { createRecord } from '../../../storage/table/entity.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/** Rewrites the records that follow from parents and blockers in the rows of goals. What they count is the second round's. */
export const placeStep: RepairStep = {
  name: 'places',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      await repairKnowledge(repair, row)
      await repairPlace(repair, row)
      await repairDependents(repair, row)
    },
    async goalChild(repair, { organizationKey, goalKey, childKey, stamp }) {
      const child = { organizationKey, goalKey: childKey }
      const row = await readGoalRow(repair.database, ...idsOf(child))
      if (row?.parentGoalId !== undefined && shortId(row.parentGoalId) === goalKey) return
      await repair.write('records of sub-goals removed', {
        child: {
          Delete: goalChildEntity
            .delete({ organizationKey, goalKey, childKey })
            .where((stored, { eq }) => eq(stored.stamp, stamp)),
        },
        goal: row ? unchangedGoal(row) : absentGoal(child),
      })
    },
    async goalDependent(repair, { organizationKey, goalKey, dependentKey, version }) {
      const dependent = { organizationKey, goalKey: dependentKey }
      const [row, blocker] = await Promise.all([
        readGoalRow(repair.database, ...idsOf(dependent)),
        readGoalRow(repair.database, ...idsOf({ organizationKey, goalKey })),
      ])
      if (blocker) {
        if (row?.blockedByGoalIds.includes(blocker.goalId)) return
        // It may be written before the goal begins to wait.
        const isEarly = row ? version > row.version : !repair.isQuiet
        if (isEarly) return
      }
      await repair.write('records of waiting goals removed', {
        dependent: {
          Delete: goalDependentEntity
            .delete({ organizationKey, goalKey, dependentKey })
            .where((stored, { eq }) => eq(stored.version, version)),
        },
        goal: row ? unchangedGoal(row) : absentGoal(dependent),
      })
    },
  },
}

type GoalKey = ReturnType<typeof goalKeyOf>

const idsOf = ({ organizationKey, goalKey }: GoalKey) => [longId(organizationKey), longId(goalKey)] as const

/** Lets readers know that there are such goals. A lost record of labels is written in the second round. */
async function repairKnowledge(repair: Repair, row: GoalRow): Promise<void> {
  const { organizationId, parentGoalId, blockedByGoalIds } = row
  if (parentGoalId === undefined && blockedByGoalIds.length === 0) return
  const directory = await readRecord(repair.database, goalLabelDirectoryEntity, { organizationId })
  if (!directory || directory.hasRelations) return
  await repair.write('organizations whose goals belong together noted', {
    directory: {
      Update: goalLabelDirectoryEntity
        .patch({ organizationId })
        .set({ hasRelations: true })
        .where((stored, { notExists }) => notExists(stored.hasRelations)),
    },
  })
}

/** Lets the place of a goal say its parent, and the parent know it. */
async function repairPlace(repair: Repair, row: GoalRow): Promise<void> {
  const { database } = repair
  const key = goalKeyOf(row)
  const place = await readRecord(database, goalTreeEntity, key)
  const parentKey = row.parentGoalId && shortId(row.parentGoalId)
  if (place?.parentKey !== parentKey) {
    const update = goalTreeEntity.update(key)
    await repair.write('places of goals set', {
      goal: unchangedGoal(row),
      place: {
        Update: (parentKey ? update.set({ parentKey }) : update.remove(['parentKey'])).where(
          (stored, { eq, notExists }) =>
            place?.parentKey === undefined
              ? notExists(stored.parentKey)
              : eq(stored.parentKey, place.parentKey),
        ),
      },
    })
  }
  if (!parentKey) return
  const parent = { ...key, goalKey: parentKey }
  const child = { ...parent, childKey: key.goalKey }
  const [known, parentRow] = await Promise.all([
    readRecord(database, goalChildEntity, child),
    readGoalRow(database, ...idsOf(parent)),
  ])
  if (known || !parentRow) return
  const facts = childFactsOf(row, place?.rollup)
  await repair.write('records of sub-goals written', {
    goal: unchangedGoal(row),
    parent: existingGoal(parent),
    child: { Put: createRecord(goalChildEntity, { ...child, facts, stamp: newStamp() }) },
  })
}

/** Lets the goals that one waits for know it. */
async function repairDependents(repair: Repair, row: GoalRow): Promise<void> {
  const { organizationKey, goalKey: dependentKey } = goalKeyOf(row)
  await Promise.all(
    row.blockedByGoalIds.map(async (blockerId) => {
      const blocker = { organizationKey, goalKey: shortId(blockerId) }
      const [known, blockerRow] = await Promise.all([
        readRecord(repair.database, goalDependentEntity, { ...blocker, dependentKey }),
        readGoalRow(repair.database, ...idsOf(blocker)),
      ])
      if (known || !blockerRow) return
      const dependent = { ...blocker, dependentKey, version: row.version }
      await repair.write('records of waiting goals written', {
        goal: unchangedGoal(row),
        blocker: existingGoal(blocker),
        dependent: { Put: createRecord(goalDependentEntity, dependent) },
      })
    }),
  )
}
