import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { nameText, timestamp, uuidOutput } from './common.ts'

/** Views that a member has for themselves in an organization. */
export const maximumOwnGoalViews = 50
/** Views that the members of an organization share. */
export const maximumSharedGoalViews = 100

const maximumQueryLength = 2_000

/** The query of the goal list's address, behind its `?`. A URL has no other characters (RFC 3986). */
const viewQuery = lazy(() =>
  z
    .string()
    .max(maximumQueryLength, `Use at most ${maximumQueryLength} characters.`)
    .regex(/^[ -~]*$/, 'Use printable ASCII characters, and percent-encode all others.'),
)

export const goalView = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      name: z.string(),
      query: z.string(),
      isShared: z.boolean(),
      ownerUserId: z.string().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'GoalView' }),
)
export type GoalView = z.infer<ReturnType<typeof goalView>>

const viewFields = lazy(() => ({
  name: nameText(100),
  query: viewQuery(),
  isShared: z.boolean(),
}))

export const createGoalViewRequest = lazy(() =>
  z
    .strictObject({ ...viewFields(), isShared: viewFields().isShared.default(false) })
    .meta({ id: 'CreateGoalViewRequest' }),
)

export const updateGoalViewRequest = lazy(() =>
  z
    .strictObject(viewFields())
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateGoalViewRequest', minProperties: 1 }),
)

export const goalViewResponse = lazy(() =>
  z.strictObject({ goalView: goalView() }).meta({ id: 'GoalViewResponse' }),
)
