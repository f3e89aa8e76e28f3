import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goals/goal-questions.ts'
import { reportRequestResponse } from '../schemas/goals/report-requests.ts'
import { goalParams, readScopes, writeScopes } from './goals.ts'

const questionParams = lazy(() => z.strictObject({ goalId: uuid(), questionId: uuid() }))

const state = lazy(() => z.enum(schemas.questionStates).optional().meta({ description: 'Default: all.' }))

const page = lazy(() =>
  z
    .strictObject({ questions: z.array(schemas.goalQuestion()), nextCursor: nextCursor() })
    .meta({ id: 'ListQuestionsResponse' }),
)

export const goalQuestionsOperations = {
  listQuestions: defineOperation({
    id: 'listQuestions',
    method: 'GET',
    path: '/v1/questions',
    group: 'goal-questions',
    summary: 'List the questions of the organization, newest first',
    credential: 'session_or_token',
    scopes: readScopes,
    query: lazy(() =>
      z.strictObject({
        state: state(),
        for: z.enum(['me']).optional().meta({ description: 'Those that the caller’s user was asked.' }),
        ...pageQuery(),
      }),
    ),
    table: ['Query', 'gsi1'],
    success: { status: 200, description: 'A page of questions.', body: page },
    errors: [],
  }),
  listGoalQuestions: defineOperation({
    id: 'listGoalQuestions',
    method: 'GET',
    path: '/v1/goals/{goalId}/questions',
    group: 'goal-questions',
    summary: 'List the questions about a goal, newest first',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: lazy(() => z.strictObject({ state: state(), ...pageQuery() })),
    table: ['Query'],
    success: { status: 200, description: 'A page of questions.', body: page },
    errors: ['goal_not_found'],
  }),
  askQuestion: defineOperation({
    id: 'askQuestion',
    method: 'POST',
    path: '/v1/goals/{goalId}/questions',
    group: 'goal-questions',
    summary: 'Ask people a question about a goal',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.askQuestionRequest,
    repeated: 'first_response',
    table: ['Query', 'gsi1'],
    success: { status: 201, description: 'The new question.', body: schemas.questionResponse },
    errors: ['goal_not_found', 'member_not_found'],
  }),
  getQuestion: defineOperation({
    id: 'getQuestion',
    method: 'GET',
    path: '/v1/goals/{goalId}/questions/{questionId}',
    group: 'goal-questions',
    summary: 'Return a question with its answer',
    credential: 'session_or_token',
    scopes: readScopes,
    params: questionParams,
    malformedParams: 'question_not_found',
    success: { status: 200, description: 'The question.', body: schemas.questionResponse },
    errors: ['goal_not_found', 'question_not_found'],
  }),
  answerQuestion: defineOperation({
    id: 'answerQuestion',
    method: 'POST',
    path: '/v1/goals/{goalId}/questions/{questionId}/answer',
    group: 'goal-questions',
    summary: 'Answer a question. Exactly one answer wins',
    credential: 'session',
    params: questionParams,
    malformedParams: 'question_not_found',
    body: schemas.answerQuestionRequest,
    table: ['DeleteItem'],
    success: { status: 200, description: 'The answered question.', body: schemas.questionResponse },
    errors: ['goal_not_found', 'question_not_found', 'question_closed', 'permission_denied'],
  }),
  withdrawQuestion: defineOperation({
    id: 'withdrawQuestion',
    method: 'DELETE',
    path: '/v1/goals/{goalId}/questions/{questionId}',
    group: 'goal-questions',
    summary: 'Withdraw a question',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: questionParams,
    malformedParams: 'question_not_found',
    table: ['DeleteItem'],
    success: {
      status: 204,
      description: 'The question is withdrawn. Repeating the request changes nothing.',
    },
    errors: ['goal_not_found', 'question_not_found', 'question_closed'],
  }),
  requestReport: defineOperation({
    id: 'requestReport',
    method: 'POST',
    path: '/v1/goals/{goalId}/report-requests',
    group: 'goal-questions',
    summary: 'Ask the owner of a goal for a report',
    credential: 'session',
    params: goalParams,
    malformedParams: 'goal_not_found',
    repeated: 'first_response',
    success: { status: 201, description: 'The owner is asked.', body: reportRequestResponse },
    errors: [
      'goal_not_found',
      'report_request_own_goal',
      'report_already_requested',
      'goal_has_no_owner',
      'goal_closed',
    ],
  }),
}
