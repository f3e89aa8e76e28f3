import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import {
  exactText,
  nextCursor,
  oneOrMore,
  pageLimit,
  pageQuery,
  problem,
  userId,
  uuid,
} from '../schemas/common.ts'
import * as history from '../schemas/goals/goal-history.ts'
import { maximumAncestors } from '../schemas/goals/goal-relations.ts'
import { attentionReasons, duePeriod, goalHealths, goalStatuses } from '../schemas/goals/goal-values.ts'
import * as schemas from '../schemas/goals/goals.ts'
import { zonedTime } from '../schemas/time/zoned-time.ts'

export const goalParams = lazy(() => z.strictObject({ goalId: uuid() }))
export const revisionParameter = lazy(() =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,11}$/)
    .transform(Number)
    .meta({ override: { type: 'integer', minimum: 1 } }),
)
const historyQuery = lazy(() => z.strictObject({ order: history.historyOrder(), ...pageQuery() }))
export const readScopes = ['goals:read', 'goals:read:all'] as const
export const writeScopes = ['goals:write', 'goals:write:all'] as const

const noneOrUuid = '^(none|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$'

/** A parameter that is `true` or `false`. */
const flag = lazy(() =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ override: { type: 'boolean', enum: undefined } }),
)

const maximumTreePage = 200
const treeLimitRange = `Use a whole number from 1 to ${maximumTreePage}.`
const treeQuery = lazy(() =>
  z.strictObject({
    ...pageQuery(),
    depth: z
      .string()
      .regex(/^[1-4]$/, `Use a whole number from 1 to ${maximumAncestors}.`)
      .transform(Number)
      .optional()
      .meta({
        description: 'How many levels below the goal are returned.',
        override: { type: 'integer', minimum: 1, maximum: maximumAncestors, default: maximumAncestors },
      }),
    limit: z
      .string()
      .regex(/^[1-9][0-9]{0,2}$/, treeLimitRange)
      .transform(Number)
      .refine((limit) => limit <= maximumTreePage, problem(treeLimitRange, 'too_large', maximumTreePage))
      .optional()
      .meta({
        description: 'Maximum number of goals per page.',
        override: { type: 'integer', minimum: 1, maximum: maximumTreePage, default: pageLimit.default },
      }),
  }),
)

/** The number of owners that one list or count may name. */
const maximumOwners = 20

/** The filters of lists and counts. */
const goalFilters = lazy(() => ({
  status: oneOrMore(goalStatuses).optional(),
  health: oneOrMore([...goalHealths, 'none']).optional(),
  ownerUserId: userId().optional().meta({
    description: 'The id of a user; `me` for the caller, `none` for goals that nobody owns.',
  }),
  owner: z
    .array(userId())
    .min(1)
    .max(maximumOwners)
    .optional()
    .meta({
      description: `Goals of any of these owners: ids of users, \`me\`, \`none\`. Send the parameter once for each, at most ${maximumOwners} times.`,
    }),
  labelId: uuid().optional(),
  due: duePeriod().optional(),
  attention: z.enum(attentionReasons).optional().meta({ description: 'Goals with this reason.' }),
  updatedSince: zonedTime().optional(),
  parentGoalId: z
    .union([z.literal('none'), uuid()])
    .optional()
    .meta({
      description: 'Goals directly below this one; `none`: goals without a parent.',
      override: { type: 'string', pattern: noneOrUuid },
    }),
  blockerGoalId: uuid().optional().meta({ description: 'Goals that wait for this one.' }),
  ready: flag().optional().meta({ description: 'Whether the goal is ready.' }),
  blocked: flag()
    .optional()
    .meta({ description: 'Whether the goal waits for a goal that is active or paused.' }),
  q: exactText(1, 200).optional().meta({
    description:
      'Words that all start a word of the title, of a label’s name, of a criterion, of the description, or of one of the newest 20 reports and comments. Of each text, the first 200 different words are found. Case does not matter.',
  }),
}))

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
        view: z
          .enum(['full', 'summary'])
          .optional()
          .meta({ description: '`summary` leaves out the texts. Default: `full`.' }),
        ...goalFilters(),
        ...pageQuery(),
      }),
    ),
    repeatable: ['owner'],
    table: ['gsi1', 'gsi2'],
    success: {
      status: 200,
      description: 'A page of goals.',
      body: lazy(() =>
        z
          .strictObject({
            goals: z
              .array(z.union([schemas.goal(), schemas.goalSummary()]))
              .meta({ description: 'Summaries with `view=summary`.' }),
            nextCursor: nextCursor(),
          })
          .meta({ id: 'ListGoalsResponse' }),
      ),
    },
    errors: [],
  }),
  countGoals: defineOperation({
    id: 'countGoals',
    method: 'GET',
    path: '/v1/goals/counts',
    group: 'goals',
    summary: 'Count goals that match all filters',
    credential: 'session_or_token',
    scopes: readScopes,
    query: lazy(() => z.strictObject(goalFilters())),
    repeatable: ['owner'],
    table: ['Query', 'gsi1'],
    success: { status: 200, description: 'The numbers of goals.', body: schemas.goalCounts },
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
    repeated: 'first_response',
    table: ['gsi1'],
    success: { status: 201, description: 'The new goal: active, at revision 1.', body: schemas.goalResponse },
    errors: [
      'invalid_goal_owner',
      'invalid_goal_reviewer',
      'invalid_goal_labels',
      'invalid_goal_criteria',
      'invalid_goal_measures',
      'invalid_goal_parent',
      'invalid_goal_blockers',
      'goal_owner_forbidden',
      'goal_parent_conflict',
      'goal_blocker_conflict',
      'budget_requires_session',
    ],
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
    table: ['Query'],
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
    table: ['Query', 'DeleteItem'],
    success: { status: 200, description: 'The changed goal.', body: schemas.goalResponse },
    errors: [
      'goal_not_found',
      'invalid_goal_owner',
      'invalid_goal_reviewer',
      'invalid_goal_labels',
      'invalid_goal_criteria',
      'invalid_goal_measures',
      'invalid_goal_parent',
      'invalid_goal_blockers',
      'goal_owner_forbidden',
      'goal_version_conflict',
      'goal_parent_conflict',
      'goal_blocker_conflict',
      'goal_claimed',
      'goal_claim_lost',
      'budget_requires_session',
    ],
  }),
  continueGoal: defineOperation({
    id: 'continueGoal',
    method: 'POST',
    path: '/v1/goals/{goalId}/continue',
    group: 'goals',
    summary: 'Continue a goal in another period: publish a goal like it, with what is left to do',
    credential: 'session_or_token',
    scopes: writeScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    body: schemas.continueGoalRequest,
    repeated: 'first_response',
    table: ['Query', 'gsi1'],
    success: { status: 201, description: 'The new goal: active, at revision 1.', body: schemas.goalResponse },
    errors: ['goal_not_found', 'goal_owner_forbidden', 'goal_parent_conflict', 'too_many_continuations'],
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
    table: ['Query', 'DeleteItem', 'BatchWriteItem'],
    success: { status: 204, description: 'The goal is deleted.' },
    errors: ['goal_not_found', 'goal_has_children', 'goal_claimed'],
  }),
  getGoalTree: defineOperation({
    id: 'getGoalTree',
    method: 'GET',
    path: '/v1/goals/{goalId}/tree',
    group: 'goals',
    summary: 'Return a goal and the goals below it, parents before their children, the most pressing first',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: treeQuery,
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of the tree, depth first.',
      body: lazy(() =>
        z
          .strictObject({ goals: z.array(schemas.goalTreeEntry()), nextCursor: nextCursor() })
          .meta({ id: 'GetGoalTreeResponse' }),
      ),
    },
    errors: ['goal_not_found'],
  }),
  listGoalUpdates: defineOperation({
    id: 'listGoalUpdates',
    method: 'GET',
    path: '/v1/goals/{goalId}/updates',
    group: 'goals',
    summary: 'List the reports on a goal by revision',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: historyQuery,
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of the history.',
      body: lazy(() =>
        z
          .strictObject({
            updates: z.array(history.goalUpdate()),
            acknowledgementCounts: history.acknowledgementCounts(),
            nextCursor: nextCursor(),
          })
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
    body: history.createGoalUpdateRequest,
    table: ['Query'],
    success: {
      status: 201,
      description: 'The new history entry. A retry with the same idempotency key returns the first response.',
      body: history.goalUpdateResponse,
    },
    errors: [
      'goal_not_found',
      'invalid_goal_criteria',
      'invalid_goal_measures',
      'goal_revision_conflict',
      'goal_update_idempotency_conflict',
      'verification_required',
      'goal_claimed',
      'goal_claim_lost',
    ],
  }),
  listGoalEdits: defineOperation({
    id: 'listGoalEdits',
    method: 'GET',
    path: '/v1/goals/{goalId}/edits',
    group: 'goals',
    summary: 'List the edits of a goal by version',
    credential: 'session_or_token',
    scopes: readScopes,
    params: goalParams,
    malformedParams: 'goal_not_found',
    query: historyQuery,
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of the edits.',
      body: lazy(() =>
        z
          .strictObject({ edits: z.array(history.goalEdit()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalEditsResponse' }),
      ),
    },
    errors: ['goal_not_found'],
  }),
  acknowledgeGoalUpdate: defineOperation({
    id: 'acknowledgeGoalUpdate',
    method: 'PUT',
    path: '/v1/goals/{goalId}/updates/{revision}/acknowledgement',
    group: 'goals',
    summary: 'Acknowledge a report, and confirm criteria that it judged as met',
    credential: 'session',
    params: lazy(() => z.strictObject({ goalId: uuid(), revision: revisionParameter() })),
    malformedParams: 'goal_not_found',
    body: history.acknowledgeGoalUpdateRequest,
    mayLackBody: true,
    table: ['Query'],
    success: { status: 200, description: 'The acknowledged report.', body: history.goalUpdateResponse },
    errors: [
      'goal_not_found',
      'acknowledgement_own_report',
      'invalid_goal_criteria',
      'confirmation_not_allowed',
    ],
  }),
  listGoalUpdateAcknowledgements: defineOperation({
    id: 'listGoalUpdateAcknowledgements',
    method: 'GET',
    path: '/v1/goals/{goalId}/updates/{revision}/acknowledgements',
    group: 'goals',
    summary: 'List everybody who has acknowledged a report, in the order in which they did',
    credential: 'session_or_token',
    scopes: readScopes,
    params: lazy(() => z.strictObject({ goalId: uuid(), revision: revisionParameter() })),
    malformedParams: 'goal_not_found',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
    success: {
      status: 200,
      description: 'A page of the acknowledgements.',
      body: lazy(() =>
        z
          .strictObject({ acknowledgements: z.array(history.acknowledgement()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalUpdateAcknowledgementsResponse' }),
      ),
    },
    errors: ['goal_not_found'],
  }),
}
