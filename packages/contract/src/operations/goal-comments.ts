import { defineOperation } from '../registry/operation.ts'
import { goalParams } from './goals.ts'

export const goalCommentsOperations = {
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
