import type { EditedFields } from '@cairn/contract/schemas/goal-history'
import type {
  AttentionReason,
  EvaluationResult,
  GoalHealth,
  GoalStatus,
} from '@cairn/contract/schemas/goal-values'
import type { Goal } from '@cairn/contract/schemas/goals'
import { formatPlainDate } from '../time/format.ts'

/** How screens show the contract's values. */
export const statusNames: Record<GoalStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
}

export const healthNames: Record<GoalHealth, string> = {
  on_track: 'On track',
  at_risk: 'At risk',
  off_track: 'Off track',
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

/** The fields of a goal that people can edit, as the form calls them. */
export const fieldNames: Record<keyof EditedFields, string> = {
  title: 'Title',
  detailedDescription: 'Description',
  timeframe: 'Timeframe',
  ownerUserId: 'Owner',
  labelIds: 'Labels',
  criteria: 'Success criteria',
  measures: 'Measures',
  cadence: 'Reporting',
}
