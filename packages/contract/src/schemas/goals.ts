import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { exactText, longText, timestamp, userId, uuid, uuidOutput, visibleText } from './common.ts'
import { goalLabel } from './goal-labels.ts'
import { zonedTime } from './zoned-time.ts'

export const maximumLabelsPerGoal = 20
export const maximumCriteriaPerGoal = 100

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

const continuousTimeframe = lazy(() => z.strictObject({ kind: z.literal('continuous') }))
const deadlineTimeframe = lazy(() =>
  z.strictObject({ kind: z.literal('deadline'), targetDate: z.iso.date() }),
)
const unspecifiedTimeframe = lazy(() => z.strictObject({ kind: z.literal('unspecified') }))

const goalTimeframe = lazy(() =>
  z
    .discriminatedUnion('kind', [continuousTimeframe(), deadlineTimeframe(), unspecifiedTimeframe()])
    .meta({ id: 'GoalTimeframe' }),
)

const publishedTimeframe = lazy(() =>
  z
    .discriminatedUnion('kind', [continuousTimeframe(), deadlineTimeframe()])
    .meta({ id: 'PublishedGoalTimeframe' }),
)

export const evaluationResults = ['met', 'not_met', 'unknown'] as const
export type EvaluationResult = (typeof evaluationResults)[number]
const evaluationResult = lazy(() => z.enum(evaluationResults))
const goalEvaluation = lazy(() =>
  z.strictObject({ result: evaluationResult(), asOf: timestamp() }).meta({ id: 'GoalEvaluation' }),
)
const reportedEvaluation = lazy(() =>
  z.strictObject({ result: evaluationResult(), asOf: zonedTime() }).meta({ id: 'ReportedGoalEvaluation' }),
)

const goalCriterion = lazy(() =>
  z
    .strictObject({ title: visibleText(200), description: longText('Describe the criterion.', 10_000) })
    .meta({ id: 'GoalCriterion' }),
)

export const goal = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      organizationId: uuidOutput(),
      title: z.string(),
      detailedDescription: z.string().meta({ description: 'Markdown.' }),
      status: goalStatus(),
      health: goalHealth().nullable(),
      timeframe: goalTimeframe(),
      currentEvaluation: goalEvaluation().nullable(),
      ownerUserId: z.string().nullable(),
      labels: z.array(goalLabel()).meta({ description: 'Sorted by name.' }),
      criteria: z.array(goalCriterion()),
      revision: z.int().meta({ description: 'Starts at 1 and increases by 1 with each report.' }),
      createdAt: timestamp(),
      createdByUserId: z.string(),
      updatedAt: timestamp(),
      updatedByUserId: z.string(),
    })
    .meta({ id: 'Goal' }),
)
export type Goal = z.infer<ReturnType<typeof goal>>

const goalFields = lazy(() => ({
  title: visibleText(200),
  detailedDescription: longText('Describe the goal.'),
  ownerUserId: userId()
    .nullable()
    .meta({ description: 'A member of the organization. `null` means that nobody owns the goal.' }),
  labelIds: z
    .array(uuid())
    .max(maximumLabelsPerGoal, `Use at most ${maximumLabelsPerGoal} labels.`)
    .refine((ids) => new Set(ids).size === ids.length, 'List each label only once.')
    .meta({ uniqueItems: true }),
  criteria: z
    .array(goalCriterion())
    .max(maximumCriteriaPerGoal, `Use at most ${maximumCriteriaPerGoal} criteria.`),
}))

export const createGoalRequest = lazy(() =>
  z
    .strictObject({
      detailedDescription: goalFields().detailedDescription,
      timeframe: publishedTimeframe(),
      title: goalFields().title.optional(),
      ownerUserId: goalFields().ownerUserId.optional(),
      labelIds: goalFields().labelIds.optional(),
      criteria: goalFields().criteria.optional(),
    })
    .meta({ id: 'CreateGoalRequest' }),
)

export const updateGoalRequest = lazy(() =>
  z
    .strictObject({ ...goalFields(), timeframe: goalTimeframe() })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
    .meta({
      id: 'UpdateGoalRequest',
      minProperties: 1,
      description:
        'Fields that are absent keep their value. `labelIds` and `criteria` replace the whole list.',
    }),
)

export const createGoalUpdateRequest = lazy(() =>
  z
    .strictObject({
      status: goalStatus(),
      summary: visibleText(500),
      details: longText('Describe what happened.'),
      expectedRevision: z.int().min(1).meta({
        description:
          'The revision that the report is based on. If the goal is at another revision, the report is refused with `goal_revision_conflict`.',
      }),
      idempotencyKey: exactText(1, 200).meta({
        description:
          'Unique per report on the goal. A retry of the same request with the same key returns the first response.',
      }),
      health: goalHealth().nullish(),
      evaluation: reportedEvaluation().nullish(),
    })
    .refine((report) => !(statusClearsHealth(report.status) && report.health), {
      path: ['health'],
      message: 'Leave out the health: a completed or archived goal has none.',
    })
    .meta({
      id: 'CreateGoalUpdateRequest',
      description:
        '`health` or `evaluation`, if null or absent, keeps its current value. A report with status `completed` or `archived` clears the health and must not include one.',
    }),
)

export const goalUpdate = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      organizationId: uuidOutput(),
      goalId: uuidOutput(),
      revision: z.int(),
      status: goalStatus(),
      health: goalHealth().nullable().meta({ description: 'As reported; `null` if the report had none.' }),
      evaluation: goalEvaluation()
        .nullable()
        .meta({ description: 'As reported; `null` if the report had none.' }),
      summary: z.string(),
      details: z.string(),
      authorityUserId: z.string().meta({ description: 'The user on whose authority the report was made.' }),
      actor: z.strictObject({
        kind: z.enum(['user', 'client', 'agent']),
        id: z.string(),
        runId: z.string().nullable(),
      }),
      authentication: z.strictObject({
        kind: z.enum(['session', 'api_token', 'oauth', 'unknown']),
        subjectId: z.string(),
      }),
      clientInfo: z.strictObject({ name: z.string(), version: z.string() }).nullable(),
      idempotencyKey: z.string(),
      createdAt: timestamp(),
    })
    .meta({ id: 'GoalUpdate' }),
)
export type GoalUpdate = z.infer<ReturnType<typeof goalUpdate>>

export const goalResponse = lazy(() => z.strictObject({ goal: goal() }).meta({ id: 'GoalResponse' }))
