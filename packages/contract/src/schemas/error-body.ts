import * as z from 'zod'
import { detailCodes } from '../errors/error-details.ts'
import { type ErrorCode, errorStatuses } from '../errors/errors.ts'
import { lazy } from '../registry/lazy.ts'
import { uuidOutput } from './common.ts'
import { acknowledgementCounts, goalConflict, goalUpdate } from './goals/goal-history.ts'
import { goalQuestion } from './goals/goal-questions.ts'
import { notReady } from './goals/goal-relations.ts'
import { goalClaim } from './goals/goal-work.ts'

/** The error codes as a non-empty tuple, as `z.enum` requires. */
const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

export const errorBody = lazy(() =>
  z
    .strictObject({
      error: z.enum(errorCodes),
      message: z.string(),
      aliasOf: z.enum(errorCodes).optional().meta({
        description:
          'The code that means the same. Present if `error` is an alias, which older clients know.',
      }),
      details: z
        .array(
          z
            .strictObject({
              path: z.string(),
              message: z.string(),
              code: z.enum(detailCodes).meta({ description: 'What is wrong. More codes may come.' }),
              limit: z.number().optional().meta({
                description:
                  'With `too_long`, `too_many` and `too_large`: what is allowed at most; with `too_short`, `too_few` and `too_small`: at least.',
              }),
            })
            .meta({ id: 'ErrorDetail' }),
        )
        .optional()
        .meta({ description: 'Only with `invalid_request`.' }),
      conflict: goalConflict().optional().meta({
        description:
          'Only with `goal_revision_conflict`, `goal_version_conflict`, and `goal_claim_lost` of a report or an edit: what the caller missed.',
      }),
      claim: goalClaim().nullable().optional().meta({
        description:
          'Only with `goal_claimed` and `goal_claim_lost`: the current claim; `null` if there is none.',
      }),
      reasons: notReady().optional(),
      question: goalQuestion().optional().meta({
        description: 'Only with `question_closed`: the question, with its answer if it has one.',
      }),
      update: goalUpdate().optional().meta({
        description: 'Only with `goal_update_idempotency_conflict`: the report that has the key.',
      }),
      acknowledgementCounts: acknowledgementCounts(),
      criterionIds: z.array(uuidOutput()).optional().meta({
        description:
          'Only with `verification_required`: the criteria that are not judged as met, or that nobody has confirmed.',
      }),
      id: z.string().optional().meta({
        description: 'Only with `idempotency_secret_gone`: the id of what the first request created.',
      }),
    })
    .meta({ id: 'Error', description: 'Every error response has this shape.' }),
)
