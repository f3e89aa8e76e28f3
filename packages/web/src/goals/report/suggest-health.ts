import { type GoalHealth, type GoalStatus, statusClearsHealth } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { dayMilliseconds, formatPercent, formatPlainDate } from '../../presentation/time/format.ts'
import { numberOf } from '../editing/form/goal-values.ts'
import { shareOf } from '../pictures/progress/measure-series.ts'
import { texts } from './texts.ts'

export type HealthSuggestion = { health: GoalHealth; reason: string }

/** Progress counts as on pace from this share of the time that has passed, and as at risk from the second. */
const onPace = 0.9
const behind = 0.6
/** Before this share of the time has passed, the pace says nothing. */
const tooEarly = 0.1

type Judged = Pick<Goal, 'timeframe' | 'createdAt' | 'measures'>

/**
 * Suggests a health from pace and dates: the mean progress of the measures against the time that has passed between
 * publication and target date. Null if nothing can be said: without a target date or any value, early, or for a status that
 * has no health.
 *
 * @param typed  The values in the report, by the id of the measure.
 * @param now  In milliseconds.
 */
export function suggestHealth(
  goal: Judged,
  status: GoalStatus,
  typed: Readonly<Record<string, string>>,
  now: number,
): HealthSuggestion | null {
  if (goal.timeframe.kind !== 'deadline' || statusClearsHealth(status)) return null
  const { targetDate } = goal.timeframe
  const progress = progressWith(goal.measures, typed)
  if (progress === 1) return { health: 'on_track', reason: texts.suggestion.targetsReached }

  const begin = Date.parse(goal.createdAt)
  // A goal is overdue from the day after its target date.
  const end = Date.parse(`${targetDate}T00:00:00Z`) + dayMilliseconds
  if (now >= end) {
    return { health: 'off_track', reason: texts.suggestion.overdue(formatPlainDate(targetDate)) }
  }
  const elapsed = (now - begin) / (end - begin)
  if (progress === null || !(elapsed >= tooEarly)) return null
  const pace = progress / elapsed
  return {
    health: pace >= onPace ? 'on_track' : pace >= behind ? 'at_risk' : 'off_track',
    reason: texts.suggestion.pace(formatPercent(progress), formatPercent(elapsed)),
  }
}

/** The mean progress of the measures that have a value, with the values in the report. */
function progressWith(measures: Judged['measures'], typed: Readonly<Record<string, string>>): number | null {
  const shares = measures.flatMap((measure) => {
    const value = numberOf(typed[measure.id] ?? '')
    if (!Number.isNaN(value)) return [shareOf(value, measure)]
    return measure.progress === null ? [] : [measure.progress]
  })
  if (shares.length === 0) return null
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
