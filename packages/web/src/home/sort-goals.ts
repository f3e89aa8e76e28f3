import { attentionReasons } from '@cairn/contract/schemas/goal-values'
import type { GoalSummary } from '@cairn/contract/schemas/goals'

export const shownLatest = 6

/** Sorts goals by their most urgent reason. Goals that need nobody come last; otherwise, the order stays. */
export function byAttention<G extends Pick<GoalSummary, 'attention'>>(goals: readonly G[]): G[] {
  const rank = ({ attention: [first] }: G) =>
    first ? attentionReasons.indexOf(first) : attentionReasons.length
  return goals.toSorted((one, other) => rank(one) - rank(other))
}

/** The goals that changed last, newest first. A goal whose status has just changed can be in both lists. */
export function latestOf<G extends Pick<GoalSummary, 'id' | 'updatedAt'>>(goals: readonly G[]): G[] {
  const newest = goals
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, 2 * shownLatest)
  return newest
    .filter(({ id }, index) => newest.findIndex((goal) => goal.id === id) === index)
    .slice(0, shownLatest)
}
