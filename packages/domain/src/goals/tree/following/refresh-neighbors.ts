import { isDeepStrictEqual } from 'node:util'
import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalNeighborsRecord,
  goalDependentEntity,
  goalNeighborsEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { partitionKeyOf } from '../../../storage/table/entity.ts'
import { removePartition } from '../../cleanup/goal-partition.ts'
import { existingGoal } from '../../record/goal-conditions.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { ancestorCopyOf, blockerCopyOf, newStamp } from './neighbors.ts'

export type GoalId = { organizationId: string; goalId: string }

/** Copies the goals above a goal, and those that it waits for. Returns whether it wrote. */
export async function refreshNeighbors(database: Database, goal: GoalId): Promise<boolean> {
  const key = goalKeyOf(goal)
  return retryOnLostRace(database, async () => {
    const [stored, row] = await Promise.all([
      readRecord(database, goalNeighborsEntity, key),
      readGoalRow(database, goal.organizationId, goal.goalId),
    ])
    if (!row) return false
    const { copies, gone } = await readCopies(database, row)
    // They were deleted while the goal began to wait for them.
    for (const goalId of gone) await removeRelatives(database, { ...goal, goalId })
    if (isCopied(stored, copies)) return false
    const failed = await transact(database, {
      neighbors: {
        Put: goalNeighborsEntity
          .put({ ...key, ...copies, stamp: newStamp() })
          .where(({ stamp }, { eq, notExists }) => (stored ? eq(stamp, stored.stamp) : notExists(stamp))),
      },
      // A goal that is deleted now must not leave them.
      goal: existingGoal(key),
    })
    return failed.length > 0 ? lostRace : true
  })
}

type Copies = Pick<GoalNeighborsRecord, 'ancestors' | 'blockers'>

/** Returns copies of the goals around a goal as they are, and the ids of those that it waits for and that do not exist. */
export async function readCopies(
  database: Database,
  { organizationId, parentGoalId, blockedByGoalIds }: GoalRow,
): Promise<{ copies: Copies; gone: string[] }> {
  const blockers = await Promise.all(
    blockedByGoalIds.map((goalId) => readGoalRow(database, organizationId, goalId)),
  )
  const ancestors: GoalRow[] = []
  let next = parentGoalId
  while (next !== undefined && ancestors.length < maximumAncestors) {
    const above: GoalRow | null = await readGoalRow(database, organizationId, next)
    if (!above) break
    ancestors.unshift(above)
    next = above.parentGoalId
  }
  return {
    copies: {
      ancestors: ancestors.map(ancestorCopyOf),
      blockers: blockers.flatMap((blocker) => (blocker ? [blockerCopyOf(blocker)] : [])),
    },
    gone: blockedByGoalIds.filter((_, index) => blockers[index] === null),
  }
}

export function isCopied(stored: Copies | null, copies: Copies): boolean {
  const known = { ancestors: stored?.ancestors ?? [], blockers: stored?.blockers ?? [] }
  return isDeepStrictEqual(copies, known)
}

/** Removes what refers to a goal that is gone. */
export async function removeRelatives(database: Database, goal: GoalId): Promise<void> {
  await removePartition(database, partitionKeyOf(goalDependentEntity, 'record', goalKeyOf(goal)))
}
