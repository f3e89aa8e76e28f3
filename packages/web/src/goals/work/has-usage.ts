import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** Whether there is something to say about what was used: programs have worked on the goal, or it has a budget. */
export const hasUsage = ({ used, budget }: Pick<Goal, 'used' | 'budget'>): boolean =>
  budget !== null || used.reports > 0
