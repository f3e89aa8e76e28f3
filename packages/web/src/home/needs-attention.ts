import type { Goal, GoalUpdate } from '@cairn/contract/schemas/goals'
import { urgencyOf } from '../goals/urgency.ts'
import { dayMilliseconds, daysUntil } from '../time/format.ts'

/** A goal that nobody has reported on for longer may have been forgotten. */
const silenceMilliseconds = 14 * dayMilliseconds
/** Of how many goals the history is asked, where only it can tell when the last report was. */
const maximumHistories = 20

/** Why a goal needs its owner, the most pressing first. */
export type Reason = 'off_track' | 'overdue' | 'at_risk' | 'near' | 'silent'

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
  if (now - Date.parse(goal.lastReportAt) > silenceMilliseconds) reasons.push('silent')
  return reasons
}

const order: Reason[] = ['off_track', 'overdue', 'at_risk', 'near', 'silent']

/** Goals by their most pressing reason; those without one come last, as they were. */
export function byUrgency<G extends { reasons: Reason[] }>(goals: readonly G[]): G[] {
  const rank = ({ reasons: [first] }: G) => (first ? order.indexOf(first) : order.length)
  return goals.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Old goals that changed lately: by a report, or only by an edit? Their history knows; for all others `updatedAt`
 * says enough.
 */
export function goalsNeedingHistory<G extends Pick<Goal, 'createdAt' | 'updatedAt'>>(
  goals: readonly G[],
  now: number,
): G[] {
  const isSilentSince = (time: string) => now - Date.parse(time) > silenceMilliseconds
  return goals
    .filter(({ createdAt, updatedAt }) => isSilentSince(createdAt) && !isSilentSince(updatedAt))
    .slice(0, maximumHistories)
}

type History = { updates: readonly Pick<GoalUpdate, 'createdAt'>[]; isComplete: boolean }

/**
 * When a goal was last reported on. `updatedAt` also moves when its description is edited, so that the history
 * decides where it is known to its end. Its updates are oldest first.
 */
export function lastReportAt(goal: Pick<Goal, 'updatedAt'>, history: History | undefined): string {
  const last = history?.isComplete ? history.updates.at(-1) : undefined
  return last?.createdAt ?? goal.updatedAt
}
