import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { nameText, problem, timestamp, uuid, uuidOutput } from '../common.ts'
import { areUnique } from './goal-criteria.ts'

export const maximumMeasuresPerGoal = 20

const largestValue = 1e12
const withSixDecimals = /^-?\d+(?:\.\d{1,6})?$/

/** A finite number of at most 1e12 in size, with at most 6 decimals. */
export const measureValue = lazy(() =>
  z
    .number()
    .min(-largestValue)
    .max(largestValue)
    .refine((value) => withSixDecimals.test(String(value)), 'Use at most 6 decimals.')
    // −0 is stored as 0.
    .overwrite((value) => value + 0)
    .meta({ description: 'At most 6 decimals.' }),
)

const measureFields = lazy(() => ({
  title: nameText(200),
  unit: nameText(20).nullable(),
  start: measureValue(),
  target: measureValue(),
}))

/** The share of the way from `start` to `target`. */
const progress = lazy(() => z.number().min(0).max(1).nullable())

/** A measure without its value, as edits show it. */
export const measureDefinition = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      title: z.string(),
      unit: z.string().nullable(),
      start: z.number(),
      target: z.number(),
    })
    .meta({ id: 'GoalMeasureDefinition' }),
)
export type MeasureDefinition = z.infer<ReturnType<typeof measureDefinition>>

const measuredValue = lazy(() =>
  z
    .strictObject({
      value: z.number(),
      asOf: timestamp().meta({ description: 'When the report was made.' }),
      revision: z.int().meta({ description: 'The revision of the report.' }),
    })
    .meta({ id: 'MeasuredValue' }),
)
export type MeasuredValue = z.infer<ReturnType<typeof measuredValue>>

export const goalMeasure = lazy(() =>
  z
    .strictObject({
      ...measureDefinition().shape,
      current: measuredValue().nullable().meta({ description: 'The value that was reported last.' }),
      progress: progress().meta({
        description: '(current − start) / (target − start), held within 0 and 1; `null` without a value.',
      }),
    })
    .meta({ id: 'GoalMeasure' }),
)

/** The progress of a whole goal. */
export const goalProgress = lazy(() =>
  progress().meta({
    description: 'The mean progress of the measures that have a value; `null` without any.',
  }),
)

/** The measures of a new goal or of an edit. */
export const writtenMeasures = lazy(() =>
  z
    .array(
      z
        .strictObject({
          id: uuid().optional().meta({
            description:
              'The id of one of the goal’s measures, which keeps it. Without an id, the measure is new.',
          }),
          ...measureFields(),
          unit: measureFields().unit.optional(),
        })
        .refine(({ start, target }) => start !== target, {
          path: ['target'],
          message: 'Use a target that differs from the start.',
        })
        .meta({ id: 'WrittenGoalMeasure' }),
    )
    .max(maximumMeasuresPerGoal, `Use at most ${maximumMeasuresPerGoal} measures.`)
    .refine(
      (measures) => areUnique(measures.map(({ id }) => id)),
      problem('Use each measure only once.', 'repeated'),
    ),
)
