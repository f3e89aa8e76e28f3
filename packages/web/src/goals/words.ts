import type { EvaluationResult, Goal, GoalHealth, GoalStatus } from '@cairn/contract/schemas/goals'
import { formatPlainDate } from '../time/format.ts'

/** The contract's words as people read them. */
export const statusWords: Record<GoalStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
}

export const healthWords: Record<GoalHealth, string> = {
  on_track: 'On track',
  at_risk: 'At risk',
  off_track: 'Off track',
}

export const evaluationWords: Record<EvaluationResult, string> = {
  met: 'Met',
  not_met: 'Not met',
  unknown: 'Unknown',
}

export function timeframeWords({ timeframe }: Pick<Goal, 'timeframe'>): string {
  switch (timeframe.kind) {
    case 'deadline':
      return `By ${formatPlainDate(timeframe.targetDate)}`
    case 'continuous':
      return 'Continuous'
    case 'unspecified':
      return 'No timeframe'
  }
}
