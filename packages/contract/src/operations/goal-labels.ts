import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goals/goal-labels.ts'

const labelParams = lazy(() => z.strictObject({ labelId: uuid() }))

export const goalLabelsOperations = {
  listGoalLabels: defineOperation({
    id: 'listGoalLabels',
    method: 'GET',
    path: '/v1/goal-labels',
    group: 'goal-labels',
    summary: 'List the labels of the organization, sorted by name',
    credential: 'session_or_token',
    scopes: ['labels:read'],
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
    success: {
      status: 200,
      description: 'A page of labels.',
      body: lazy(() =>
        z
          .strictObject({ labels: z.array(schemas.goalLabel()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalLabelsResponse' }),
      ),
    },
    errors: [],
  }),
  createGoalLabel: defineOperation({
    id: 'createGoalLabel',
    method: 'POST',
    path: '/v1/goal-labels',
    group: 'goal-labels',
    summary: 'Create a label',
    credential: 'session_or_token',
    scopes: ['labels:write'],
    body: schemas.createGoalLabelRequest,
    repeated: 'first_response',
    success: { status: 201, description: 'The new label.', body: schemas.goalLabelResponse },
    errors: ['goal_label_exists'],
  }),
  getGoalLabel: defineOperation({
    id: 'getGoalLabel',
    method: 'GET',
    path: '/v1/goal-labels/{labelId}',
    group: 'goal-labels',
    summary: 'Return a label',
    credential: 'session_or_token',
    scopes: ['labels:read'],
    params: labelParams,
    malformedParams: 'goal_label_not_found',
    success: { status: 200, description: 'The label.', body: schemas.goalLabelResponse },
    errors: ['goal_label_not_found'],
  }),
  updateGoalLabel: defineOperation({
    id: 'updateGoalLabel',
    method: 'PATCH',
    path: '/v1/goal-labels/{labelId}',
    group: 'goal-labels',
    summary: 'Change a label; every goal shows the change immediately',
    credential: 'session_or_token',
    scopes: ['labels:write'],
    params: labelParams,
    malformedParams: 'goal_label_not_found',
    body: lazy(() =>
      z
        .strictObject(schemas.labelFields())
        .partial()
        .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
        .meta({ id: 'UpdateGoalLabelRequest', minProperties: 1 }),
    ),
    table: ['DeleteItem'],
    success: { status: 200, description: 'The changed label.', body: schemas.goalLabelResponse },
    errors: ['goal_label_not_found', 'goal_label_exists'],
  }),
  deleteGoalLabel: defineOperation({
    id: 'deleteGoalLabel',
    method: 'DELETE',
    path: '/v1/goal-labels/{labelId}',
    group: 'goal-labels',
    summary: 'Delete a label that no goal uses',
    credential: 'session_or_token',
    scopes: ['labels:write'],
    params: labelParams,
    malformedParams: 'goal_label_not_found',
    table: ['DeleteItem'],
    success: { status: 204, description: 'The label is deleted.' },
    errors: ['goal_label_not_found', 'goal_label_in_use'],
  }),
}
