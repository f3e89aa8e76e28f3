import { isDeepStrictEqual } from 'node:util'
import { maximumAncestors } from '@cairn/contract/schemas/goals/goal-relations'
import { existingGoal } from '../../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { followUp } from '../../../goals/tree/following/follow-relations.ts'
import { isCopied, readCopies, refreshNeighbors } from '../../../goals/tree/following/refresh-neighbors.ts'
import { childFactsOf, rollupOf } from '../../../goals/tree/following/rollup.ts'
import { readChildren } from '../../../goals/tree/reading/relatives.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { decodeRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalTreeRecord,
  goalNeighborsEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/**
 * Rewrites what follows from the places of goals: how many are below each, facts of sub-goals, roll-ups and copies. A correction goes up
 * to the top of its tree, so the order in which goals are seen does not matter.
 */
export const relationStep: RepairStep = {
  name: 'relations',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      const stored = await readRecord(repair.database, goalNeighborsEntity, goalKeyOf(row))
      if (isCopied(stored, (await readCopies(repair.database, row)).copies)) return
      await repair.run('copies of goals around goals written', () => refreshNeighbors(repair.database, row))
    },
    async goalTree(repair, { organizationKey, goalKey }) {
      const goal = { organizationId: longId(organizationKey), goalId: longId(goalKey) }
      await repairCounts(repair, goal)
      await repairRollup(repair, goal)
    },
    async goalChild(repair, { organizationKey, goalKey, childKey, facts }) {
      const { database } = repair
      const organizationId = longId(organizationKey)
      const parent = { organizationId, goalId: longId(goalKey) }
      if (!(await readRecord(database, goalTreeEntity, { organizationKey, goalKey }))) {
        await repairCounts(repair, parent)
        await repairRollup(repair, parent)
      }
      const child = { organizationId, goalId: longId(childKey) }
      const [row, place] = await Promise.all([
        readGoalRow(database, organizationId, child.goalId),
        readRecord(database, goalTreeEntity, goalKeyOf(child)),
      ])
      if (row?.parentGoalId !== parent.goalId) return
      if (isDeepStrictEqual(facts, childFactsOf(row, place?.rollup))) return
      await repair.run('facts of sub-goals written', () => followUp(database, organizationId, [child.goalId]))
    },
  },
}

type GoalId = { organizationId: string; goalId: string }

const levels = ['below1', 'below2', 'below3', 'below4'] as const

/** Sets how many goals are how far below a goal. Every move below it changes one of these numbers, so a write after one fails. */
async function repairCounts(repair: Repair, goal: GoalId): Promise<void> {
  const { database } = repair
  const key = goalKeyOf(goal)
  const stored = await readRecord(database, goalTreeEntity, key)
  const counts = await countBelow(database, goal)
  if (levels.every((level, index) => (stored?.[level] ?? 0) === counts[index])) return
  await repair.write('counts of goals below goals set', {
    goal: existingGoal(key),
    place: {
      Update: goalTreeEntity
        .update(key)
        .set(Object.fromEntries(levels.map((level, index) => [level, counts[index] ?? 0])))
        .where((attributes, { eq, notExists }) =>
          levels
            .map((level) => {
              const count = stored?.[level]
              return count === undefined ? notExists(attributes[level]) : eq(attributes[level], count)
            })
            .join(' AND '),
        ),
    },
  })
}

async function countBelow(database: Database, { organizationId, goalId }: GoalId): Promise<number[]> {
  const counts: number[] = []
  let level = [goalId]
  while (counts.length < maximumAncestors) {
    const children = await Promise.all(level.map((id) => readChildren(database, organizationId, id)))
    level = children.flat().map(({ childKey }) => longId(childKey))
    counts.push(level.length)
  }
  return counts
}

async function repairRollup(repair: Repair, goal: GoalId): Promise<void> {
  const { database } = repair
  const stored: GoalTreeRecord | null = await readRecord(database, goalTreeEntity, goalKeyOf(goal))
  const children = await readChildren(database, goal.organizationId, goal.goalId)
  if (isDeepStrictEqual(stored?.rollup, rollupOf(children.map(({ facts }) => facts)))) return
  await repair.run('roll-ups written', () => followUp(database, goal.organizationId, [], [goal.goalId]))
}
