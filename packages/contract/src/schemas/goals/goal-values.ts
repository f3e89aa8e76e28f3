/** The values that goals, criteria and reports share. */
import * as z from 'zod'
import type { ProblemParams } from '../../errors/error-details.ts'
import { parseDuePeriod } from '../../goals/due-period.ts'
import {
  attentionReasons,
  evaluationResults,
  goalHealths,
  goalStatuses,
  goalVerifications,
} from '../../goals/goal-words.ts'
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
  type GoalVerification,
  goalHealths,
  goalStatuses,
  goalVerifications,
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

/** A filter by target date: a quarter, a month, a year, a range of days, or `none`. */
export const duePeriod = lazy(() =>
  z
    .string()
    .transform((text, context) => {
      const period = parseDuePeriod(text)
      if (period !== undefined) return period
      context.issues.push({
        code: 'custom',
        input: text,
        params: { code: 'invalid_format' } satisfies ProblemParams,
        message: 'Use a period such as 2026-Q4, 2026-11, 2026 or 2026-11-01..2026-11-15, or none.',
      })
      return z.NEVER
    })
    .meta({
      description:
        'Goals with a target date in a quarter (`2026-Q4`), month (`2026-11`), year (`2026`), or from one day to another (`2026-11-01..2026-11-15`), both included; `none`: goals without a target date.',
      override: {
        type: 'string',
        pattern: String.raw`^(none|\d{4}(-Q[1-4]|-(0[1-9]|1[0-2]))?|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$`,
      },
    }),
)

/** How often a report is due. */
export const goalCadence = lazy(() =>
  z
    .strictObject({ everyDays: z.int().min(1).max(366) })
    .meta({ id: 'GoalCadence', description: 'A report is due this many days after the last one.' }),
)

export const goalVerification = lazy(() =>
  z.enum(goalVerifications).meta({
    id: 'GoalVerification',
    description:
      '`other_person`: the goal is completed only once each of its criteria was judged as met, and somebody else has confirmed that. Only the reviewer or an administrator, in a session, switches it off, or removes criteria meanwhile.',
  }),
)

export const attentionReason = lazy(() => z.enum(attentionReasons).meta({ id: 'GoalAttentionReason' }))
