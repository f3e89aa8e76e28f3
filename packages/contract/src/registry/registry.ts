import { apiTokensOperations } from '../operations/api-tokens.ts'
import { authOperations } from '../operations/auth.ts'
import { eventsOperations } from '../operations/events.ts'
import { goalClaimsOperations } from '../operations/goal-claims.ts'
import { goalCommentsOperations } from '../operations/goal-comments.ts'
import { goalLabelsOperations } from '../operations/goal-labels.ts'
import { goalQuestionsOperations } from '../operations/goal-questions.ts'
import { goalViewsOperations } from '../operations/goal-views.ts'
import { goalsOperations } from '../operations/goals.ts'
import { healthOperations } from '../operations/health.ts'
import { inboxOperations } from '../operations/inbox.ts'
import { invitationsOperations } from '../operations/invitations.ts'
import { notificationsOperations } from '../operations/notifications.ts'
import { oauthOperations } from '../operations/oauth.ts'
import { organizationsOperations } from '../operations/organizations.ts'
import { webhooksOperations } from '../operations/webhooks.ts'
import type { Group, Operation, OperationInput, OperationOutput } from './operation.ts'

/** All operations by group. */
export const operationGroups = {
  health: healthOperations,
  auth: authOperations,
  organizations: organizationsOperations,
  invitations: invitationsOperations,
  'api-tokens': apiTokensOperations,
  goals: goalsOperations,
  'goal-labels': goalLabelsOperations,
  'goal-views': goalViewsOperations,
  'goal-claims': goalClaimsOperations,
  'goal-questions': goalQuestionsOperations,
  'goal-comments': goalCommentsOperations,
  inbox: inboxOperations,
  events: eventsOperations,
  webhooks: webhooksOperations,
  notifications: notificationsOperations,
  oauth: oauthOperations,
} as const satisfies Record<Group, Record<string, Operation>>

/** All operations by id. */
export const operations = {
  ...healthOperations,
  ...authOperations,
  ...organizationsOperations,
  ...invitationsOperations,
  ...apiTokensOperations,
  ...goalsOperations,
  ...goalLabelsOperations,
  ...goalViewsOperations,
  ...goalClaimsOperations,
  ...goalQuestionsOperations,
  ...goalCommentsOperations,
  ...inboxOperations,
  ...eventsOperations,
  ...webhooksOperations,
  ...notificationsOperations,
  ...oauthOperations,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
export type InputOf<Id extends OperationId> = OperationInput<(typeof operations)[Id]>
export type OutputOf<Id extends OperationId> = OperationOutput<(typeof operations)[Id]>

/** All operations, in the order of the service document. */
export const allOperations: readonly Operation[] = Object.values(operations)
