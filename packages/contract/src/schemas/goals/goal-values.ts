/** The values that goals, criteria and reports share. */
import * as z from 'zod'
import { attentionReasons, evaluationResults, goalHealths, goalStatuses } from '../../goals/goal-words.ts'
import { lazy } from '../../registry/lazy.ts'
import { timestamp } from '../common.ts'
import { zonedTime } from '../time/zoned-time.ts'

export {
  type AttentionReason,
  attentionReasons,
  type EvaluationResult,
  evaluationResults,
  type GoalHealth,
  type GoalStatus,
  goalHealths,
  goalStatuses,
  maximumRecentHealth,
  statusClearsHealth,
} from '../../goals/goal-words.ts'

export const goalStatus = lazy(() => z.enum(goalStatuses).meta({ id: 'GoalStatus' }))

export const goalHealth = lazy(() => z.enum(goalHealths).meta({ id: 'GoalHealth' }))

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

export const attentionReason = lazy(() => z.enum(attentionReasons).meta({ id: 'GoalAttentionReason' }))
