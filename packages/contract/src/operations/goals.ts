import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { defineOperation } from '../operation.ts'
import { nextCursor, pageQuery, userId, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goals.ts'

const goalParams = lazy(() => z.strictObject({ goalId: uuid() }))
const readScopes = ['goals:read', 'goals:read:all'] as const
const writeScopes = ['goals:write', 'goals:write:all'] as const

export const goalsOperations = {
  listGoals: defineOperation({
    id: 'listGoals',
    method: 'GET',
    path: '/v1/goals',
    group: 'goals',
    summary: 'List goals that match all filters, last updated first',
    credential: 'session_or_token',
    scopes: readScopes,
    query: lazy(() =>
      z.strictObject({
        status: schemas.goalStatus().optional(),
        health: schemas.goalHealth().optional(),
        ownerUserId: userId().optional(),
        labelId: uuid().optional(),
        ...pageQuery(),
      }),
    ),
    success: {
      status: 200,
      description: 'A page of goals.',
      body: lazy(() =>
        z
          .strictObject({ goals: z.array(schemas.goal()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalsResponse' }),
      ),
    },
    errors: [],
  }),
  createGoal: defineOperation({
    id: 'createGoal',
    method: 'POST',
    path: '/v1/goals',
    group: 'goals',
    summary: 'Publish a goal',
    credential: 'session_or_token',
    scopes: writeScopes,
    body: schemas.createGoalRequest,
    success: { status: 201, description: 'The new goal: active, at revision 1.', body: schemas.goalResponse },
    errors: ['invalid_goal_owner', 'invalid_goal_labels', 'goal_owner_forbidden'],
  }),
  getGoal: defineOperation({
    id: 'getGoal',
    method: 'GET',
    path: '/v1/goals/{goalId}',
    group: 'goals',
    summary: 'Return a goal',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    success: { status: 200, description: 'The goal.', body: schemas.goalResponse },
    errors: ['goal_not_found'],
  }),
  updateGoal: defineOperation({
    id: 'updateGoal',
    method: 'PATCH',
    path: '/v1/goals/{goalId}',
    group: 'goals',
    summary: 'Change a goal, except its status, health, evaluation, and revision',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.updateGoalRequest,
    success: { status: 200, description: 'The changed goal.', body: schemas.goalResponse },
    errors: ['goal_not_found', 'invalid_goal_owner', 'invalid_goal_labels', 'goal_owner_forbidden'],
  }),
  deleteGoal: defineOperation({
    id: 'deleteGoal',
    method: 'DELETE',
    path: '/v1/goals/{goalId}',
    group: 'goals',
    summary: 'Permanently delete a goal with its history and label assignments',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    success: { status: 204, description: 'The goal is deleted.' },
    errors: ['goal_not_found'],
  }),
  listGoalUpdates: defineOperation({
    id: 'listGoalUpdates',
    method: 'GET',
    path: '/v1/goals/{goalId}/updates',
    group: 'goals',
    summary: 'List the status history of a goal, sorted by revision',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: lazy(() => z.strictObject(pageQuery())),
    success: {
      status: 200,
      description: 'A page of the history.',
      body: lazy(() =>
        z
          .strictObject({ updates: z.array(schemas.goalUpdate()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalUpdatesResponse' }),
      ),
    },
    errors: ['goal_not_found'],
  }),
  createGoalUpdate: defineOperation({
    id: 'createGoalUpdate',
    method: 'POST',
    path: '/v1/goals/{goalId}/updates',
    group: 'goals',
    summary:
      'Report on a goal: add a history entry and update status, health, evaluation, and revision in one step',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.createGoalUpdateRequest,
    success: {
      status: 201,
      description: 'The new history entry. A retry with the same idempotency key returns the first response.',
      body: lazy(() => z.strictObject({ update: schemas.goalUpdate() }).meta({ id: 'GoalUpdateResponse' })),
    },
    errors: ['goal_not_found', 'goal_revision_conflict', 'goal_update_idempotency_conflict'],
  }),
}
