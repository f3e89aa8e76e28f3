import type { Goal, GoalUpdate } from '@cairn/contract/schemas/goals'
import { nearDays } from '../goals/deadline.tsx'
import { dayMilliseconds, daysUntil } from '../time/format.ts'

/** A goal that nobody has reported on for so long may have been forgotten. */
export const silenceDays = 14

/** Why a goal needs its owner, the most pressing first. */
export type Reason = 'off_track' | 'overdue' | 'at_risk' | 'near' | 'silent'

type Moment = { now: number; today: string }
type Known = Pick<Goal, 'health' | 'timeframe'> & { lastReportAt: string }

export function reasonsOf(goal: Known, { now, today }: Moment): Reason[] {
  const reasons: Reason[] = []
  const { timeframe, health } = goal
  const days = timeframe.kind === 'deadline' ? daysUntil(timeframe.targetDate, today) : undefined
  if (health === 'off_track') reasons.push('off_track')
  if (days !== undefined && days < 0) reasons.push('overdue')
  if (health === 'at_risk') reasons.push('at_risk')
  if (days !== undefined && days >= 0 && days <= nearDays) reasons.push('near')
  if (now - Date.parse(goal.lastReportAt) > silenceDays * dayMilliseconds) reasons.push('silent')
  return reasons
}

const order: Reason[] = ['off_track', 'overdue', 'at_risk', 'near', 'silent']

/** Goals by their most pressing reason; those without one come last, as they were. */
export function byUrgency<G extends { reasons: Reason[] }>(goals: readonly G[]): G[] {
  const rank = ({ reasons: [first] }: G) => (first ? order.indexOf(first) : order.length)
  return goals.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * When a goal was last reported on. `updatedAt` also moves when its description is edited, so that the history
 * decides where it is known.
 */
export function lastReportAt(
  goal: Pick<Goal, 'updatedAt'>,
  updates: readonly GoalUpdate[] | undefined,
): string {
  return updates?.at(-1)?.createdAt ?? goal.updatedAt
}
