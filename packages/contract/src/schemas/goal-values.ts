/** The values that goals, criteria and reports share. */
import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { timestamp } from './common.ts'
import { zonedTime } from './time/zoned-time.ts'

export const goalStatuses = ['active', 'paused', 'completed', 'archived'] as const
export const goalStatus = lazy(() => z.enum(goalStatuses).meta({ id: 'GoalStatus' }))
export type GoalStatus = (typeof goalStatuses)[number]

export const goalHealths = ['on_track', 'at_risk', 'off_track'] as const
export const goalHealth = lazy(() => z.enum(goalHealths).meta({ id: 'GoalHealth' }))
export type GoalHealth = (typeof goalHealths)[number]

/** Whether goals with this status have no health, because the work on them has ended. */
export function statusClearsHealth(status: GoalStatus): boolean {
  return status === 'completed' || status === 'archived'
}

export const evaluationResults = ['met', 'not_met', 'unknown'] as const
export type EvaluationResult = (typeof evaluationResults)[number]
export const evaluationResult = lazy(() => z.enum(evaluationResults))

export const goalEvaluation = lazy(() =>
  z.strictObject({ result: evaluationResult(), asOf: timestamp() }).meta({ id: 'GoalEvaluation' }),
)
export const reportedEvaluation = lazy(() =>
  z.strictObject({ result: evaluationResult(), asOf: zonedTime() }).meta({ id: 'ReportedGoalEvaluation' }),
)

const continuousTimeframe = lazy(() => z.strictObject({ kind: z.literal('continuous') }))
const deadlineTimeframe = lazy(() =>
  z.strictObject({ kind: z.literal('deadline'), targetDate: z.iso.date() }),
)
const unspecifiedTimeframe = lazy(() => z.strictObject({ kind: z.literal('unspecified') }))

export const goalTimeframe = lazy(() =>
  z
    .discriminatedUnion('kind', [continuousTimeframe(), deadlineTimeframe(), unspecifiedTimeframe()])
    .meta({ id: 'GoalTimeframe' }),
)

export const publishedTimeframe = lazy(() =>
  z
    .discriminatedUnion('kind', [continuousTimeframe(), deadlineTimeframe()])
    .meta({ id: 'PublishedGoalTimeframe' }),
)

/** How often a report is due. */
export const goalCadence = lazy(() =>
  z
    .strictObject({ everyDays: z.int().min(1).max(366) })
    .meta({ id: 'GoalCadence', description: 'A report is due this many days after the last one.' }),
)

/** Why a goal needs somebody, in the order of urgency. */
export const attentionReasons = [
  'overdue',
  'report_late',
  'off_track',
  'at_risk',
  'due_soon',
  'criteria_not_met',
] as const
export const attentionReason = lazy(() => z.enum(attentionReasons).meta({ id: 'GoalAttentionReason' }))
export type AttentionReason = (typeof attentionReasons)[number]
