import type { GoalStatus } from '@cairn/contract/goals/goal-words'

/** Whether a goal is not done: others that wait for it, and those above it, are not ready. */
export const isOpen = ({ status }: { status: GoalStatus }): boolean =>
  status === 'active' || status === 'paused'
