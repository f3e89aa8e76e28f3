import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { nextCursor, timestamp, trimmedText, uuidOutput, visibleText } from './common.ts'

export const goalLabel = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      organizationId: uuidOutput(),
      name: z.string(),
      color: z.string().nullable(),
      description: z.string().nullable(),
      createdAt: timestamp(),
      createdByUserId: z.string(),
      updatedAt: timestamp(),
      updatedByUserId: z.string(),
    })
    .meta({ id: 'GoalLabel' }),
)
export type GoalLabel = z.infer<ReturnType<typeof goalLabel>>

const labelFields = lazy(() => ({
  name: visibleText(64),
  color: trimmedText(32).nullable(),
  description: trimmedText(500).nullable(),
}))

export const createGoalLabelRequest = lazy(() =>
  z
    .strictObject({
      name: labelFields().name,
      color: labelFields().color.optional(),
      description: labelFields().description.optional(),
    })
    .meta({ id: 'CreateGoalLabelRequest' }),
)

export const updateGoalLabelRequest = lazy(() =>
  z
    .strictObject(labelFields())
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateGoalLabelRequest', minProperties: 1 }),
)

export const goalLabelResponse = lazy(() =>
  z.strictObject({ label: goalLabel() }).meta({ id: 'GoalLabelResponse' }),
)

export const listGoalLabelsResponse = lazy(() =>
  z
    .strictObject({ labels: z.array(goalLabel()), nextCursor: nextCursor() })
    .meta({ id: 'ListGoalLabelsResponse' }),
)
