/** Names of the contract's values on screens, in emails and in messages. */
import type {
  AttentionReason,
  EvaluationResult,
  GoalHealth,
  GoalStatus,
  GoalVerification,
} from '../goals/goal-words.ts'

export const healthNames: Record<GoalHealth, string> = {
  on_track: 'On track',
  at_risk: 'At risk',
  off_track: 'Off track',
}

export const statusNames: Record<GoalStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
}

export const attentionNames: Record<AttentionReason, string> = {
  question_open: 'Open question',
  overdue: 'Overdue',
  report_late: 'Report late',
  off_track: healthNames.off_track,
  claim_expired: 'Work stopped',
  budget_used: 'Budget used up',
  review_requested: 'Needs review',
  at_risk: healthNames.at_risk,
  due_soon: 'Due soon',
  criteria_not_met: 'Criteria not met',
}

export const evaluationNames: Record<EvaluationResult, string> = {
  met: 'Met',
  not_met: 'Not met',
  unknown: 'Unknown',
}

export const verificationNames: Record<GoalVerification, string> = {
  none: 'Nobody has to confirm',
  other_person: 'Needs a second person',
}

/** The fields that a sentence about an edit names. More are only counted. */
export const namedFields = 3
