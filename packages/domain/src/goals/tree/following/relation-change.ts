/**
 * The consequences of a change of a goal for goals around it. A change says where to look, not what to write: whoever follows it (`follow-relations.ts`)
 * reads the goals as they are then.
 */
import type { GoalEditRecord } from '../../../storage/table/entities/goals/goal-edit.ts'
import type { GoalReportRecord } from '../../../storage/table/entities/goals/goal-report.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { longId } from '../../../storage/table/short-id.ts'

export type RelationChange = {
  goalId: string
  /** The version that the change made. */
  version: number
  /** Its title, owner or status changed, or it was deleted: goals that wait for it have copies. */
  isRenamed?: true
  /** Its title, owner or parent changed: goals below it have copies. */
  isAbove?: true
  /** Its own parent or blockers changed, or it is new. */
  isPlaced?: true
  /** Goals that it was below. */
  formerParentGoalIds?: string[]
  /** Goals that it no longer waits for. */
  formerBlockerGoalIds?: string[]
  isDeleted?: true
}

/** Returns what follows from a report, or from a publication. */
export function relationsOfReport({ goalKey, previous, content }: GoalReportRecord): RelationChange {
  const { version, status } = content
  return {
    goalId: longId(goalKey),
    version,
    ...(previous === null && { isPlaced: true as const }),
    ...(previous !== null && previous.status !== status && { isRenamed: true as const }),
  }
}

export function relationsOfEdit({ goalKey, version, content }: GoalEditRecord): RelationChange {
  const { title, ownerUserId, parentGoalId: parent, blockedByGoalIds: blockers } = content.fields
  const isRenamed = title !== undefined || ownerUserId !== undefined
  const former = blockers?.from.filter((id) => !blockers.to.includes(id)) ?? []
  return {
    goalId: longId(goalKey),
    version,
    ...(isRenamed && { isRenamed: true as const }),
    ...((isRenamed || parent) && { isAbove: true as const }),
    ...((parent || blockers) && { isPlaced: true as const }),
    ...(parent?.from && { formerParentGoalIds: [parent.from] }),
    ...(former.length > 0 && { formerBlockerGoalIds: former }),
  }
}

/** Returns what follows from a confirmation, which makes no version: what the goal needs is among the facts below its parent. */
export function relationsOfConfirmation(goalId: string): RelationChange {
  return { goalId, version: 0 }
}

export function relationsOfDeletion({
  goalId,
  version,
  parentGoalId,
  blockedByGoalIds,
}: GoalRow): RelationChange {
  return {
    goalId,
    version: version + 1,
    isRenamed: true,
    isDeleted: true,
    ...(parentGoalId && { formerParentGoalIds: [parentGoalId] }),
    ...(blockedByGoalIds.length > 0 && { formerBlockerGoalIds: blockedByGoalIds }),
  }
}

/**
 * Returns what has to be followed of a change: nothing of most changes of goals that are below none.
 *
 * @param row  The goal after the change.
 */
export function relationsToFollow(
  change: RelationChange,
  row: Pick<GoalRow, 'parentGoalId' | 'blockedByGoalIds'>,
): RelationChange[] {
  const { goalId: _goal, version: _version, isPlaced, ...others } = change
  const isWaiting = isPlaced === true && row.blockedByGoalIds.length > 0
  return row.parentGoalId !== undefined || isWaiting || Object.keys(others).length > 0 ? [change] : []
}
