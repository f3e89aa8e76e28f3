import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { exactText, nextCursor, pageQuery, userId, uuid, uuidOutput } from '../schemas/common.ts'
import * as schemas from '../schemas/goals/goal-work.ts'
import { goal } from '../schemas/goals/goals.ts'
import { goalParams, readScopes, writeScopes } from './goals.ts'

const claimedGoal = lazy(() =>
  z.strictObject({ goal: goal(), claim: schemas.goalClaim() }).meta({ id: 'ClaimedGoalResponse' }),
)

const fenceParameter = lazy(() =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .optional()
    .meta({
      description:
        'The fence of the claim. Owners of the goal and administrators may leave it out in a session.',
      override: { type: 'integer', minimum: 1 },
    }),
)

export const goalClaimsOperations = {
  listGoalClaims: defineOperation({
    id: 'listGoalClaims',
    method: 'GET',
    path: '/v1/goal-claims',
    group: 'goal-claims',
    summary: 'List who works on which goal, in the order in which leases end',
    credential: 'session_or_token',
    scopes: readScopes,
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of claims.',
      body: lazy(() =>
        z
          .strictObject({
            claims: z.array(
              z
                .strictObject({
                  goal: z.strictObject({ id: uuidOutput(), title: z.string() }).meta({ id: 'ClaimedGoal' }),
                  ...schemas.goalClaim().shape,
                })
                .meta({ id: 'ListedGoalClaim' }),
            ),
            nextCursor: nextCursor(),
          })
          .meta({ id: 'ListGoalClaimsResponse' }),
      ),
    },
    errors: [],
  }),
  claimGoal: defineOperation({
    id: 'claimGoal',
    method: 'POST',
    path: '/v1/goals/{goalId}/claim',
    group: 'goal-claims',
    summary: 'Claim a goal to work on it, until the lease ends',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.claimGoalRequest,
    table: ['Query'],
    success: {
      status: 201,
      description: 'The claimed goal.',
      body: claimedGoal,
      unchanged: 'The same holder with the same run has the goal already. The claim is extended.',
    },
    errors: ['goal_not_found', 'goal_claimed', 'goal_not_ready'],
  }),
  claimNextGoal: defineOperation({
    id: 'claimNextGoal',
    method: 'POST',
    path: '/v1/goals/claim-next',
    group: 'goal-claims',
    summary: 'Claim the most pressing goal that is ready',
    credential: 'session_or_token',
    scopes: writeScopes,
    body: lazy(() =>
      z
        .strictObject({
          parentGoalId: uuid().optional().meta({ description: 'Only goals anywhere below this one.' }),
          labelId: uuid().optional(),
          ownerUserId: userId().nullish().meta({
            description:
              'The id of a user; `me` for the caller, `none` or `null` for goals that nobody owns.',
          }),
          q: exactText(1, 200).optional(),
          ...schemas.startedWork(),
        })
        .meta({ id: 'ClaimNextGoalRequest' }),
    ),
    table: ['Query', 'gsi1', 'gsi2'],
    success: {
      status: 201,
      description: 'The claimed goal.',
      body: lazy(() =>
        z
          .strictObject({
            goal: goal().nullable().meta({ description: '`null` if no goal is ready.' }),
            claim: schemas.goalClaim().optional(),
            retryAfterSeconds: z.int().min(1).optional().meta({
              description: 'When to ask again. Only if no goal is ready.',
            }),
          })
          .meta({ id: 'ClaimNextGoalResponse' }),
      ),
      unchanged:
        'No goal is ready: `goal` is `null`. Or the same run has a goal already, whose claim is extended.',
    },
    errors: ['goal_not_found'],
  }),
  renewGoalClaim: defineOperation({
    id: 'renewGoalClaim',
    method: 'PUT',
    path: '/v1/goals/{goalId}/claim',
    group: 'goal-claims',
    summary: 'Renew a claim before its lease ends',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.renewGoalClaimRequest,
    success: {
      status: 200,
      description: 'The renewed claim.',
      body: lazy(() => z.strictObject({ claim: schemas.goalClaim() }).meta({ id: 'GoalClaimResponse' })),
    },
    errors: ['goal_not_found', 'goal_claim_lost'],
  }),
  releaseGoalClaim: defineOperation({
    id: 'releaseGoalClaim',
    method: 'DELETE',
    path: '/v1/goals/{goalId}/claim',
    group: 'goal-claims',
    summary: 'Release a goal, or end the claim of somebody else on it',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: lazy(() => z.strictObject({ fence: fenceParameter() })),
    success: { status: 204, description: 'The claim has ended. Repeating the request changes nothing.' },
    errors: ['goal_not_found', 'goal_claim_lost'],
  }),
}
