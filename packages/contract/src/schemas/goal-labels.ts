import * as z from 'zod'
import { nextCursor, timestamp, trimmedText, uuidOutput } from './common.ts'

export const goalLabel = z
  .strictObject({
    id: uuidOutput,
    organizationId: uuidOutput,
    name: z.string(),
    color: z.string().nullable(),
    description: z.string().nullable(),
    createdAt: timestamp,
    createdByUserId: z.string(),
    updatedAt: timestamp,
    updatedByUserId: z.string(),
  })
  .meta({ id: 'GoalLabel' })
export type GoalLabel = z.infer<typeof goalLabel>

const labelFields = {
  name: trimmedText(64),
  color: trimmedText(32).nullable(),
  description: trimmedText(500).nullable(),
}

export const createGoalLabelRequest = z
  .strictObject({
    name: labelFields.name,
    color: labelFields.color.optional(),
    description: labelFields.description.optional(),
  })
  .meta({ id: 'CreateGoalLabelRequest' })

export const updateGoalLabelRequest = z
  .strictObject(labelFields)
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'must change at least one field')
  .meta({ id: 'UpdateGoalLabelRequest', minProperties: 1 })

export const goalLabelResponse = z.strictObject({ label: goalLabel }).meta({ id: 'GoalLabelResponse' })

export const listGoalLabelsResponse = z
  .strictObject({ labels: z.array(goalLabel), nextCursor })
  .meta({ id: 'ListGoalLabelsResponse' })
