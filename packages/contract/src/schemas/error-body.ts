import * as z from 'zod'
import { type ErrorCode, errorStatuses } from '../errors.ts'
import { lazy } from '../lazy.ts'
import { goalConflict, goalUpdate } from './goal-history.ts'

/** The error codes as a non-empty tuple, as `z.enum` requires. */
const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

export const errorBody = lazy(() =>
  z
    .strictObject({
      error: z.enum(errorCodes),
      message: z.string(),
      details: z
        .array(z.strictObject({ path: z.string(), message: z.string() }))
        .optional()
        .meta({ description: 'Only with `invalid_request`.' }),
      conflict: goalConflict().optional().meta({
        description:
          'Only with `goal_revision_conflict` and `goal_version_conflict`: what the caller missed.',
      }),
      update: goalUpdate().optional().meta({
        description: 'Only with `goal_update_idempotency_conflict`: the report that has the key.',
      }),
      id: z.string().optional().meta({
        description: 'Only with `idempotency_secret_gone`: the id of what the first request created.',
      }),
    })
    .meta({ id: 'Error', description: 'Every error response has this shape.' }),
)
