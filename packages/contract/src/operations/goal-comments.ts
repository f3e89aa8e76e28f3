import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goals/goal-comments.ts'
import { historyOrder } from '../schemas/goals/goal-history.ts'
import { goalParams, readScopes, revisionParameter } from './goals.ts'

const commentParams = lazy(() => z.strictObject({ goalId: uuid(), commentId: uuid() }))
const scopes = ['comments:write'] as const

export const goalCommentsOperations = {
  listGoalComments: defineOperation({
    id: 'listGoalComments',
    method: 'GET',
    path: '/v1/goals/{goalId}/comments',
    group: 'goal-comments',
    summary: 'List the comments on a goal and its reports, oldest first',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: lazy(() =>
      z.strictObject({
        reportRevision: revisionParameter().optional().meta({ description: 'Only comments on this report.' }),
        order: historyOrder(),
        ...pageQuery(),
      }),
    ),
    table: ['Query', 'gsi1'],
    success: {
      status: 200,
      description: 'A page of comments.',
      body: lazy(() =>
        z
          .strictObject({ comments: z.array(schemas.goalComment()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalCommentsResponse' }),
      ),
    },
    errors: ['goal_not_found'],
  }),
  createGoalComment: defineOperation({
    id: 'createGoalComment',
    method: 'POST',
    path: '/v1/goals/{goalId}/comments',
    group: 'goal-comments',
    summary: 'Comment on a goal, or on one of its reports',
    credential: 'session_or_token',
    scopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.createGoalCommentRequest,
    repeated: 'first_response',
    table: ['Query'],
    success: {
      status: 201,
      description: 'The new comment, and who is told.',
      body: schemas.writtenCommentResponse,
    },
    errors: ['goal_not_found', 'invalid_mention'],
  }),
  getGoalComment: defineOperation({
    id: 'getGoalComment',
    method: 'GET',
    path: '/v1/goals/{goalId}/comments/{commentId}',
    group: 'goal-comments',
    summary: 'Return a comment',
    credential: 'session_or_token',
    scopes: readScopes,
    params: commentParams,
    malformedParams: 'comment_not_found',
    success: { status: 200, description: 'The comment.', body: schemas.commentResponse },
    errors: ['goal_not_found', 'comment_not_found'],
  }),
  updateGoalComment: defineOperation({
    id: 'updateGoalComment',
    method: 'PATCH',
    path: '/v1/goals/{goalId}/comments/{commentId}',
    group: 'goal-comments',
    summary: 'Edit a comment',
    credential: 'session_or_token',
    scopes,
    params: commentParams,
    malformedParams: 'comment_not_found',
    body: schemas.updateGoalCommentRequest,
    success: {
      status: 200,
      description: 'The edited comment, and who is newly told.',
      body: schemas.writtenCommentResponse,
    },
    errors: ['goal_not_found', 'comment_not_found', 'invalid_mention'],
  }),
  deleteGoalComment: defineOperation({
    id: 'deleteGoalComment',
    method: 'DELETE',
    path: '/v1/goals/{goalId}/comments/{commentId}',
    group: 'goal-comments',
    summary: 'Delete the words of a comment',
    credential: 'session_or_token',
    scopes,
    params: commentParams,
    malformedParams: 'comment_not_found',
    success: {
      status: 204,
      description: 'The words are deleted. Repeating the request changes nothing.',
    },
    errors: ['goal_not_found', 'comment_not_found'],
  }),
  watchGoal: defineOperation({
    id: 'watchGoal',
    method: 'PUT',
    path: '/v1/goals/{goalId}/watch',
    group: 'goal-comments',
    summary: 'Watch a goal',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    success: {
      status: 204,
      description: 'The caller watches the goal. Repeating the request changes nothing.',
    },
    errors: ['goal_not_found'],
  }),
  unwatchGoal: defineOperation({
    id: 'unwatchGoal',
    method: 'DELETE',
    path: '/v1/goals/{goalId}/watch',
    group: 'goal-comments',
    summary: 'Stop watching a goal',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    success: {
      status: 204,
      description: 'The caller does not watch the goal. Repeating the request changes nothing.',
    },
    errors: ['goal_not_found'],
  }),
}
