import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { nameText, timestamp, trimmedText, uuidOutput } from '../common.ts'

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

/** Of the requests that create and change a label. */
export const labelFields = lazy(() => ({
  name: nameText(64),
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

export const goalLabelResponse = lazy(() =>
  z.strictObject({ label: goalLabel() }).meta({ id: 'GoalLabelResponse' }),
)
