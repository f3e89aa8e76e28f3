import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** What decides which goals can be above or before another one. */
export type Relative = Pick<Goal, 'id' | 'ancestors'>

const isBelow = (goal: Relative, above: Relative): boolean => goal.ancestors.some(({ id }) => id === above.id)

/** Whether a goal can be above another one: not itself, and none below it. The service knows the rest. */
export const canBeParentOf = (goal: Relative, child: Relative): boolean =>
  goal.id !== child.id && !isBelow(goal, child)

/** Whether a goal can wait for another one: not for itself, and neither for one above nor for one below it. */
export const canBlock = (blocker: Relative, goal: Relative): boolean =>
  canBeParentOf(blocker, goal) && !isBelow(goal, blocker)
