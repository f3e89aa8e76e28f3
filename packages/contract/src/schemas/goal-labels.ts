import * as z from 'zod'
import { once } from '../once.ts'
import { nextCursor, timestamp, trimmedText, uuidOutput, visibleText } from './common.ts'

export const goalLabel = once(() =>
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

const labelFields = once(() => ({
  name: visibleText(64),
  color: trimmedText(32).nullable(),
  description: trimmedText(500).nullable(),
}))

export const createGoalLabelRequest = once(() =>
  z
    .strictObject({
      name: labelFields().name,
      color: labelFields().color.optional(),
      description: labelFields().description.optional(),
    })
    .meta({ id: 'CreateGoalLabelRequest' }),
)

export const updateGoalLabelRequest = once(() =>
  z
    .strictObject(labelFields())
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'must change at least one field')
    .meta({ id: 'UpdateGoalLabelRequest', minProperties: 1 }),
)

export const goalLabelResponse = once(() =>
  z.strictObject({ label: goalLabel() }).meta({ id: 'GoalLabelResponse' }),
)

export const listGoalLabelsResponse = once(() =>
  z
    .strictObject({ labels: z.array(goalLabel()), nextCursor: nextCursor() })
    .meta({ id: 'ListGoalLabelsResponse' }),
)
