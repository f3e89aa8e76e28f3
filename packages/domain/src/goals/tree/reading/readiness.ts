import type { GoalStatus } from '@cairn/contract/goals/goal-words'
import type { NotReadyReason } from '@cairn/contract/schemas/goals/goal-relations'
import { isOpen } from '../following/rollup.ts'

export type Readiness = {
  status: GoalStatus
  /** Whether somebody works on it. */
  isClaimed: boolean
  /** The statuses of its blockers that exist. */
  blockers: readonly GoalStatus[]
  /** How many of its sub-goals are active or paused. */
  openChildren: number
}

/** Returns why nobody can work on a goal now, in the contract's order; empty if it is ready. The one rule for goals, lists and filters. */
export function notReadyReasonsOf({
  status,
  isClaimed,
  blockers,
  openChildren,
}: Readiness): NotReadyReason[] {
  const reasons: Record<NotReadyReason, boolean> = {
    status: status !== 'active',
    claimed: isClaimed,
    blocked: isBlocked({ blockers }),
    subgoals: openChildren > 0,
  }
  return (Object.keys(reasons) as (keyof typeof reasons)[]).filter((reason) => reasons[reason])
}

/** Whether a goal waits for one that is active or paused. */
export function isBlocked({ blockers }: Pick<Readiness, 'blockers'>): boolean {
  return blockers.some(isOpen)
}
