import { healthNames } from '@cairn/contract/display/value-names'
import type { AttentionReason, EvaluationResult, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals'
import { formatPlainDate } from '../time/format.ts'

export { fieldNames, healthNames } from '@cairn/contract/display/value-names'

/** How screens show the contract's values. */
export const statusNames: Record<GoalStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
}

export const noHealthName = 'No health yet'

export const attentionNames: Record<AttentionReason, string> = {
  overdue: 'Overdue',
  report_late: 'Report late',
  off_track: healthNames.off_track,
  at_risk: healthNames.at_risk,
  due_soon: 'Due soon',
  criteria_not_met: 'Criteria not met',
}

export const evaluationNames: Record<EvaluationResult, string> = {
  met: 'Met',
  not_met: 'Not met',
  unknown: 'Unknown',
}

export function describeTimeframe({ timeframe }: Pick<Goal, 'timeframe'>): string {
  switch (timeframe.kind) {
    case 'deadline':
      return `By ${formatPlainDate(timeframe.targetDate)}`
    case 'continuous':
      return 'Continuous'
    case 'unspecified':
      return 'No timeframe'
  }
}

export function describeCadence(cadence: Goal['cadence']): string {
  if (cadence === null) return 'No regular reports'
  return cadence.everyDays === 1 ? 'Every day' : `Every ${cadence.everyDays} days`
}

export const pausedSendsNothing = 'Paused goals send no reminders.'
