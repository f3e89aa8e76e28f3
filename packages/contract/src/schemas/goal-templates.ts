/** Templates of goals, which an organization offers its members. */
import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { longText, nameText, timestamp, uuid, uuidOutput } from './common.ts'
import { criterionDefinition, writtenCriteria } from './goals/goal-criteria.ts'
import { maximumLabelsPerGoal } from './goals/goal-fields.ts'
import { measureDefinition, writtenMeasures } from './goals/goal-measures.ts'
import { goalCadence } from './goals/goal-values.ts'

/** Of an organization. */
export const maximumGoalTemplates = 50
/** The largest template as JSON in UTF-8, in KiB. */
export const maximumTemplateKibibytes = 64

const fields = lazy(() => ({
  name: nameText(100),
  title: nameText(200).nullable(),
  detailedDescription: longText('Describe the goal, or leave it out.').nullable(),
  labelIds: z
    .array(uuid())
    .max(maximumLabelsPerGoal, `Use at most ${maximumLabelsPerGoal} labels.`)
    .refine((ids) => new Set(ids).size === ids.length, 'List each label only once.')
    .meta({ uniqueItems: true }),
  cadence: goalCadence().nullable(),
  criteria: writtenCriteria(),
  measures: writtenMeasures(),
}))

export const createGoalTemplateRequest = lazy(() => {
  const { name, ...content } = fields()
  return z
    .strictObject({ name, ...z.strictObject(content).partial().shape })
    .meta({ id: 'CreateGoalTemplateRequest' })
})

export const updateGoalTemplateRequest = lazy(() =>
  z
    .strictObject(fields())
    .partial()
    .refine((written) => Object.keys(written).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateGoalTemplateRequest', minProperties: 1 }),
)

export const goalTemplate = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      name: z.string(),
      title: z.string().nullable(),
      detailedDescription: z.string().nullable(),
      labelIds: z.array(uuidOutput()).meta({ description: 'Those that exist.' }),
      cadence: goalCadence().nullable(),
      criteria: z.array(criterionDefinition()),
      measures: z.array(measureDefinition()),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'GoalTemplate' }),
)
export type GoalTemplate = z.infer<ReturnType<typeof goalTemplate>>

export const goalTemplateResponse = lazy(() =>
  z.strictObject({ template: goalTemplate() }).meta({ id: 'GoalTemplateResponse' }),
)
