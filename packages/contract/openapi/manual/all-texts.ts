import type { OperationId } from '../../src/index.ts'
import type { Group } from '../../src/registry/operation.ts'
import { commonFieldTexts, commonSchemaTexts } from './common-texts.ts'
import { apiTokensTexts } from './groups/api-tokens.ts'
import { authTexts } from './groups/auth.ts'
import { eventsTexts } from './groups/events.ts'
import { goalClaimsTexts } from './groups/goal-claims.ts'
import { goalCommentsTexts } from './groups/goal-comments.ts'
import { goalLabelsTexts } from './groups/goal-labels.ts'
import { goalQuestionsTexts } from './groups/goal-questions.ts'
import { goalViewsTexts } from './groups/goal-views.ts'
import { goalsTexts } from './groups/goals.ts'
import type { FieldTexts, GroupTexts } from './groups/group-texts.ts'
import { healthTexts } from './groups/health.ts'
import { inboxTexts } from './groups/inbox.ts'
import { invitationsTexts } from './groups/invitations.ts'
import { notificationsTexts } from './groups/notifications.ts'
import { oauthTexts } from './groups/oauth.ts'
import { organizationsTexts } from './groups/organizations.ts'
import { webhooksTexts } from './groups/webhooks.ts'

const groups: { [Name in Group]: GroupTexts<Name> } = {
  health: healthTexts,
  auth: authTexts,
  organizations: organizationsTexts,
  invitations: invitationsTexts,
  'api-tokens': apiTokensTexts,
  goals: goalsTexts,
  'goal-labels': goalLabelsTexts,
  'goal-views': goalViewsTexts,
  'goal-claims': goalClaimsTexts,
  'goal-questions': goalQuestionsTexts,
  'goal-comments': goalCommentsTexts,
  inbox: inboxTexts,
  events: eventsTexts,
  webhooks: webhooksTexts,
  notifications: notificationsTexts,
  oauth: oauthTexts,
}
const all = Object.values(groups)

/** The manual's text about every operation. */
export const operationTexts = Object.assign({}, ...all.map(({ operations }) => operations)) as Record<
  OperationId,
  string
>

export const fieldTexts: FieldTexts = Object.assign({}, commonFieldTexts, ...all.map(({ fields }) => fields))

export const schemaTexts: Record<string, string> = Object.assign(
  {},
  commonSchemaTexts,
  ...all.map(({ schemas }) => schemas),
)
