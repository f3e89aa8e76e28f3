/** Copies of the goals above a goal, and of those that it waits for. */
import { randomBytes } from 'node:crypto'
import { type GoalRow, goalKeyOf, ownerKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type {
  AncestorCopy,
  BlockerCopy,
  GoalNeighborsRecord,
} from '../../../storage/table/entities/goals/goal-tree.ts'

/** Marks a new state of a derived record: whoever has read an older one does not overwrite it. */
export function newStamp(): string {
  return randomBytes(6).toString('base64url')
}

export function ancestorCopyOf({ goalId, title, ownerUserId }: GoalRow): AncestorCopy {
  return { id: goalId, title, ownerKey: ownerKeyOf(ownerUserId) }
}

export function blockerCopyOf(row: GoalRow): BlockerCopy {
  return { ...ancestorCopyOf(row), status: row.status }
}

export function neighborsRecord(
  goal: { organizationId: string; goalId: string },
  copies: Pick<GoalNeighborsRecord, 'ancestors' | 'blockers'>,
): GoalNeighborsRecord {
  return { ...goalKeyOf(goal), ...copies, stamp: newStamp() }
}
