import { attentionReasons } from '../schemas/goals/goal-values.ts'
import type { GoalSummary } from '../schemas/goals/goals.ts'

/** The fields that the ranking uses. */
export type RankedGoal = Pick<
  GoalSummary,
  'id' | 'attention' | 'timeframe' | 'nextReportDueAt' | 'createdAt'
> & { lastReport: Pick<NonNullable<GoalSummary['lastReport']>, 'createdAt'> | null }

/** Returns the rank of a goal. Lower ranks press more. */
export type Rank = readonly [reason: number, due: number, lastReport: number, id: string]

/**
 * Sorts goals by what presses most: the most urgent reason for attention, then what is due first (target date or next
 * report), then the longest without a report. Goals that need nobody come last. The order is total, so the same goals
 * always come in the same order.
 */
export function rankGoals<G extends RankedGoal>(goals: readonly G[]): G[] {
  return goals
    .map((goal) => ({ goal, rank: rankOf(goal) }))
    .sort((one, other) => compareRanks(one.rank, other.rank))
    .map(({ goal }) => goal)
}

export function rankOf({
  id,
  attention,
  timeframe,
  nextReportDueAt,
  lastReport,
  createdAt,
}: RankedGoal): Rank {
  const [reason] = attention
  const dates = [timeframe.kind === 'deadline' ? timeframe.targetDate : null, nextReportDueAt]
  return [
    reason ? attentionReasons.indexOf(reason) : attentionReasons.length,
    Math.min(...dates.map((date) => (date === null ? Number.POSITIVE_INFINITY : Date.parse(date)))),
    Date.parse(lastReport?.createdAt ?? createdAt),
    id,
  ]
}

export function compareRanks(one: Rank, other: Rank): number {
  for (const [index, part] of one.entries()) {
    const otherPart = other[index] as typeof part
    if (part < otherPart) return -1
    if (part > otherPart) return 1
  }
  return 0
}
