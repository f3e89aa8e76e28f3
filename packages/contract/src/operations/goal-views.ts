import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goal-views.ts'
import { goalDraftResponse, putGoalDraftRequest } from '../schemas/goals/goal-drafts.ts'
import { goalTemplatesOperations } from './goal-templates.ts'
import { goalParams } from './goals.ts'

const viewParams = lazy(() => z.strictObject({ goalViewId: uuid() }))

export const goalViewsOperations = {
  ...goalTemplatesOperations,
  listGoalViews: defineOperation({
    id: 'listGoalViews',
    method: 'GET',
    path: '/v1/goal-views',
    group: 'goal-views',
    summary: 'List the saved views of the caller, and those that the organization shares, sorted by name',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of views.',
      body: lazy(() =>
        z
          .strictObject({ goalViews: z.array(schemas.goalView()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalViewsResponse' }),
      ),
    },
    errors: [],
  }),
  createGoalView: defineOperation({
    id: 'createGoalView',
    method: 'POST',
    path: '/v1/goal-views',
    group: 'goal-views',
    summary: 'Save a view of the list of goals',
    credential: 'session',
    body: schemas.createGoalViewRequest,
    repeated: 'first_response',
    success: { status: 201, description: 'The new view.', body: schemas.goalViewResponse },
    errors: ['too_many_goal_views'],
  }),
  updateGoalView: defineOperation({
    id: 'updateGoalView',
    method: 'PATCH',
    path: '/v1/goal-views/{goalViewId}',
    group: 'goal-views',
    summary: 'Rename or change a saved view, share it, or stop sharing it',
    credential: 'session',
    params: viewParams,
    malformedParams: 'goal_view_not_found',
    body: schemas.updateGoalViewRequest,
    table: ['DeleteItem'],
    success: { status: 200, description: 'The changed view.', body: schemas.goalViewResponse },
    errors: ['goal_view_not_found', 'goal_view_owner_required', 'too_many_goal_views'],
  }),
  deleteGoalView: defineOperation({
    id: 'deleteGoalView',
    method: 'DELETE',
    path: '/v1/goal-views/{goalViewId}',
    group: 'goal-views',
    summary: 'Delete a saved view',
    credential: 'session',
    params: viewParams,
    malformedParams: 'goal_view_not_found',
    table: ['DeleteItem'],
    success: { status: 204, description: 'The view is deleted.' },
    errors: ['goal_view_not_found', 'goal_view_owner_required'],
  }),
  getGoalDraft: defineOperation({
    id: 'getGoalDraft',
    method: 'GET',
    path: '/v1/goals/{goalId}/draft',
    group: 'goal-views',
    summary: 'Return the caller’s draft of a report on a goal',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    success: { status: 200, description: 'The draft.', body: goalDraftResponse },
    errors: ['goal_not_found', 'draft_not_found'],
  }),
  putGoalDraft: defineOperation({
    id: 'putGoalDraft',
    method: 'PUT',
    path: '/v1/goals/{goalId}/draft',
    group: 'goal-views',
    summary: 'Keep a draft of a report on a goal, instead of the one before',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: putGoalDraftRequest,
    success: { status: 200, description: 'The stored draft.', body: goalDraftResponse },
    errors: ['goal_not_found'],
  }),
  deleteGoalDraft: defineOperation({
    id: 'deleteGoalDraft',
    method: 'DELETE',
    path: '/v1/goals/{goalId}/draft',
    group: 'goal-views',
    summary: 'Delete the caller’s draft of a report on a goal',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    table: ['DeleteItem'],
    success: { status: 204, description: 'There is no draft. Repeating the request changes nothing.' },
    errors: ['goal_not_found'],
  }),
}
