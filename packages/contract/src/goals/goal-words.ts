/** The words of the goal record. Apart from the schemas, because pages that only read goals need no schema. */

export const goalStatuses = ['active', 'paused', 'completed', 'archived'] as const
export type GoalStatus = (typeof goalStatuses)[number]

export const goalHealths = ['on_track', 'at_risk', 'off_track'] as const
export type GoalHealth = (typeof goalHealths)[number]

/** How many of a goal's latest reports lists tell the health of. */
export const maximumRecentHealth = 20

/** Whether goals with this status have no health, because the work on them has ended. */
export function statusClearsHealth(status: GoalStatus): boolean {
  return status === 'completed' || status === 'archived'
}

export const evaluationResults = ['met', 'not_met', 'unknown'] as const
export type EvaluationResult = (typeof evaluationResults)[number]

/** Whether somebody else than who said that a criterion is met has to confirm it before the goal is completed. */
export const goalVerifications = ['none', 'other_person'] as const
export type GoalVerification = (typeof goalVerifications)[number]

/** Why a goal needs somebody, in the order of urgency. */
export const attentionReasons = [
  'question_open',
  'overdue',
  'report_late',
  'off_track',
  'claim_expired',
  'budget_used',
  'review_requested',
  'at_risk',
  'due_soon',
  'criteria_not_met',
] as const
export type AttentionReason = (typeof attentionReasons)[number]
