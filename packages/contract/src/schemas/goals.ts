import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { longText, timestamp, userId, uuid, uuidOutput, visibleText } from './common.ts'
import { goalCriterion, writtenCriteria } from './goal-criteria.ts'
import { sha256 } from './goal-history.ts'
import { goalLabel } from './goal-labels.ts'
import { goalMeasure, goalProgress, writtenMeasures } from './goal-measures.ts'
import {
  attentionReason,
  goalCadence,
  goalEvaluation,
  goalHealth,
  goalStatus,
  goalTimeframe,
  maximumRecentHealth,
  publishedTimeframe,
} from './goal-values.ts'

export const maximumLabelsPerGoal = 20

/** What a summary and a whole goal share. */
const commonFields = lazy(() => ({
  id: uuidOutput(),
  organizationId: uuidOutput(),
  title: z.string(),
  status: goalStatus(),
  health: goalHealth().nullable(),
  timeframe: goalTimeframe(),
  currentEvaluation: goalEvaluation().nullable(),
  ownerUserId: z.string().nullable(),
  labels: z.array(goalLabel()).meta({ description: 'The labels of the goal, sorted by name.' }),
  progress: goalProgress(),
  cadence: goalCadence().nullable(),
  nextReportDueAt: timestamp().nullable().meta({
    description:
      'The last report, or publication, plus the cadence while the goal is active; otherwise `null`.',
  }),
  attention: z.array(attentionReason()).meta({
    description: 'Why the goal needs somebody at the time of the request. Empty unless it is active.',
  }),
  revision: z.int().meta({ description: 'Starts at 1 and increases by 1 with each report.' }),
  version: z.int().meta({ description: 'Starts at 1 and increases by 1 with each report and each edit.' }),
  historyHash: sha256().meta({ description: 'The hash of the newest entry of the history.' }),
  createdAt: timestamp(),
  createdByUserId: z.string(),
  updatedAt: timestamp(),
  updatedByUserId: z.string(),
}))

export const goal = lazy(() =>
  z
    .strictObject({
      ...commonFields(),
      detailedDescription: z.string().meta({ description: 'What the goal is about, in Markdown.' }),
      criteria: z.array(goalCriterion()),
      measures: z.array(goalMeasure()),
    })
    .meta({ id: 'Goal' }),
)
export type Goal = z.infer<ReturnType<typeof goal>>

const lastReport = lazy(() =>
  z
    .strictObject({
      revision: z.int(),
      summary: z.string(),
      createdAt: timestamp(),
      authorityUserId: z.string(),
    })
    .meta({ id: 'LastReport' }),
)

/** A goal without its texts. */
export const goalSummary = lazy(() =>
  z
    .strictObject({
      ...commonFields(),
      criteriaCount: z.int(),
      criteriaMetCount: z.int(),
      measuresCount: z.int(),
      recentHealth: z.array(goalHealth().nullable()).max(maximumRecentHealth).meta({
        description:
          'The health of the goal after each of its latest reports, oldest first; `null` if it had none. Reports of goals that were written by an earlier version may be missing at the start.',
      }),
      lastReport: lastReport().nullable().meta({ description: '`null` before the first report.' }),
    })
    .meta({ id: 'GoalSummary' }),
)
export type GoalSummary = z.infer<ReturnType<typeof goalSummary>>

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
  criteria: writtenCriteria(),
  measures: writtenMeasures(),
  cadence: goalCadence().nullable(),
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
      measures: goalFields().measures.optional(),
      cadence: goalFields().cadence.optional(),
    })
    .meta({ id: 'CreateGoalRequest' }),
)

export const updateGoalRequest = lazy(() =>
  z
    .strictObject({
      ...z.strictObject({ ...goalFields(), timeframe: goalTimeframe() }).partial().shape,
      expectedVersion: z.int().min(1).optional().meta({
        description:
          'The version that the edit is based on. If the goal is at another version, the edit is refused with `goal_version_conflict`, which tells what was missed.',
      }),
    })
    .refine(
      ({ expectedVersion: _, ...fields }) => Object.keys(fields).length > 0,
      'Change at least one field.',
    )
    .meta({
      id: 'UpdateGoalRequest',
      minProperties: 1,
      description:
        'Fields that are absent keep their value. `labelIds`, `criteria` and `measures` replace the whole list.',
    }),
)

export const goalResponse = lazy(() => z.strictObject({ goal: goal() }).meta({ id: 'GoalResponse' }))
