import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { nameText, timestamp, uuidOutput } from '../common.ts'
import { maximumLabelsPerGoal, newGoalShape, summaryShape, textShape, writtenShape } from './goal-fields.ts'
import { maximumAncestors } from './goal-relations.ts'
import {
  attentionReasons,
  goalHealth,
  goalHealths,
  goalStatuses,
  maximumRecentHealth,
  publishedTimeframe,
} from './goal-values.ts'
import { claimFence, goalHandoff } from './goal-work.ts'

export { maximumLabelsPerGoal }

/** Goals that continue one goal. */
export const maximumContinuations = 20

export const goal = lazy(() =>
  z
    .strictObject({
      ...summaryShape(),
      ...textShape(),
      // Goals that were exported before there were hand-offs lack it.
      handoff: goalHandoff().nullable().default(null).meta({
        description:
          'What the last report with a hand-off says to whoever continues. `null` if there is none.',
      }),
      watching: z.boolean().optional().meta({
        description:
          'Whether the caller watches the goal. Only in answers to a session, and not in summaries.',
      }),
      continuedFromGoalId: uuidOutput().nullable().optional().meta({
        description:
          'The goal that this one continues in another period. `null` if there is none that the caller sees. Not in summaries, as the next field.',
      }),
      continuedByGoalIds: z
        .array(uuidOutput())
        .max(maximumContinuations)
        .optional()
        .meta({ description: 'The goals that continue this one and that the caller sees, oldest first.' }),
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

const summaryFields = lazy(() => ({
  ...summaryShape(),
  criteriaCount: z.int(),
  criteriaMetCount: z.int(),
  // Goals that were exported before there were confirmations lack it.
  criteriaConfirmedCount: z
    .int()
    .default(0)
    .meta({ description: 'How many of those that are met somebody has confirmed.' }),
  measuresCount: z.int(),
  recentHealth: z.array(goalHealth().nullable()).max(maximumRecentHealth).meta({
    description:
      'The health of the goal after each of its latest reports, oldest first; `null` if it had none.',
  }),
  lastReport: lastReport().nullable().meta({ description: '`null` before the first report.' }),
}))

/** In which text a word was found, the most telling first. */
export const matchPlaces = ['title', 'label', 'criterion', 'description', 'report', 'comment'] as const

const goalMatch = lazy(() =>
  z
    .strictObject({ where: z.enum(matchPlaces), text: z.string() })
    .meta({ id: 'GoalMatch', description: 'The place of the words of `q`.' }),
)
export type GoalMatch = z.infer<ReturnType<typeof goalMatch>>

/** A goal without its texts. */
export const goalSummary = lazy(() =>
  z
    .strictObject({
      ...summaryFields(),
      match: goalMatch().optional().meta({
        description:
          'The place of the words of `q`: of the first of them that is not in the title. Only with `q`.',
      }),
    })
    .meta({ id: 'GoalSummary' }),
)
export type GoalSummary = z.infer<ReturnType<typeof goalSummary>>

/** A goal of a tree: a summary, and how far it is below the goal that was asked for. */
export const goalTreeEntry = lazy(() =>
  z
    .strictObject({
      ...summaryFields(),
      depth: z.int().min(0).max(maximumAncestors).meta({
        description: 'How many levels it is below the goal that was asked for, which has 0.',
      }),
    })
    .meta({ id: 'GoalTreeEntry' }),
)
export type GoalTreeEntry = z.infer<ReturnType<typeof goalTreeEntry>>

const count = lazy(() => z.int().min(0))

const countsBy = <const Names extends readonly string[]>(names: Names) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, count()])) as Record<
      Names[number],
      ReturnType<typeof count>
    >,
  )

export const goalCounts = lazy(() =>
  z
    .strictObject({
      total: count().meta({ description: 'The number of goals that match.' }),
      more: z.boolean().meta({
        description:
          'Whether there are more goals than were counted. Then `byAttention` lacks some of them, and so do the other numbers if there is a filter other than `status` and `health`.',
      }),
      byStatus: countsBy(goalStatuses).meta({ description: 'The number of goals with each status.' }),
      byHealth: countsBy([...goalHealths, 'none']).meta({
        description: 'The number of goals with each health, whatever their status.',
      }),
      byAttention: countsBy(attentionReasons).meta({
        description: 'The number of active goals with each reason. A goal may have several.',
      }),
    })
    .meta({ id: 'GoalCounts', description: 'Numbers of goals at one moment.' }),
)
export type GoalCounts = z.infer<ReturnType<typeof goalCounts>>

export const createGoalRequest = lazy(() => z.strictObject(newGoalShape()).meta({ id: 'CreateGoalRequest' }))

export const updateGoalRequest = lazy(() =>
  z
    .strictObject({
      ...z.strictObject(writtenShape()).partial().shape,
      expectedVersion: z.int().min(1).optional().meta({
        description:
          'The version that the edit is based on. If the goal is at another version, the edit is refused with `goal_version_conflict`, which tells what was missed.',
      }),
      claimFence: claimFence().optional(),
    })
    .refine(
      ({ expectedVersion: _version, claimFence: _fence, ...fields }) => Object.keys(fields).length > 0,
      'Change at least one field.',
    )
    .meta({
      id: 'UpdateGoalRequest',
      minProperties: 1,
      description:
        'Fields that are absent keep their value. `labelIds`, `blockedByGoalIds`, `criteria` and `measures` replace the whole list.',
    }),
)

export const continueGoalRequest = lazy(() =>
  z
    .strictObject({
      timeframe: publishedTimeframe(),
      title: nameText(200).optional().meta({ description: 'Default: that of the goal.' }),
    })
    .meta({ id: 'ContinueGoalRequest' }),
)

export const goalResponse = lazy(() => z.strictObject({ goal: goal() }).meta({ id: 'GoalResponse' }))
