import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals'
import { urgencyOf } from '../goals/urgency.ts'
import { dayMilliseconds, daysUntil } from '../time/format.ts'

/** A goal without a report for longer needs attention. */
const staleMilliseconds = 14 * dayMilliseconds
/** The maximum number of histories to load. */
const maximumHistories = 20

/** Why a goal needs attention, most urgent first. */
export type Reason = 'off_track' | 'overdue' | 'at_risk' | 'near' | 'stale'

type Moment = { now: number; today: string }
type Known = Pick<Goal, 'health' | 'timeframe'> & { lastReportAt: string }

export function reasonsOf(goal: Known, { now, today }: Moment): Reason[] {
  const reasons: Reason[] = []
  const { timeframe, health } = goal
  const urgency = timeframe.kind === 'deadline' ? urgencyOf(daysUntil(timeframe.targetDate, today)) : 'later'
  if (health === 'off_track') reasons.push('off_track')
  if (urgency === 'overdue') reasons.push('overdue')
  if (health === 'at_risk') reasons.push('at_risk')
  if (urgency === 'near') reasons.push('near')
  if (now - Date.parse(goal.lastReportAt) > staleMilliseconds) reasons.push('stale')
  return reasons
}

const order: Reason[] = ['off_track', 'overdue', 'at_risk', 'near', 'stale']

/** Sorts goals by their most urgent reason. Goals without one come last, in their original order. */
export function byUrgency<G extends { reasons: Reason[] }>(goals: readonly G[]): G[] {
  const rank = ({ reasons: [first] }: G) => (first ? order.indexOf(first) : order.length)
  return goals.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * The goals whose `updatedAt` does not tell whether they are stale: old goals that changed recently, by a report or only by
 * an edit. At most `maximumHistories` goals.
 */
export function goalsNeedingHistory<G extends Pick<Goal, 'createdAt' | 'updatedAt'>>(
  goals: readonly G[],
  now: number,
): G[] {
  const isStaleSince = (time: string) => now - Date.parse(time) > staleMilliseconds
  return goals
    .filter(({ createdAt, updatedAt }) => isStaleSince(createdAt) && !isStaleSince(updatedAt))
    .slice(0, maximumHistories)
}

type History = { updates: readonly Pick<GoalUpdate, 'createdAt'>[]; isComplete: boolean }

/**
 * The time of the last report. Edits also change `updatedAt`, so a complete history takes precedence. Its updates are oldest
 * first.
 */
export function lastReportAt(goal: Pick<Goal, 'updatedAt'>, history: History | undefined): string {
  const last = history?.isComplete ? history.updates.at(-1) : undefined
  return last?.createdAt ?? goal.updatedAt
}
