import type { OperationId } from '../../../src/index.ts'
import { apiTokensTexts } from './api-tokens.ts'
import { authTexts } from './auth.ts'
import { eventsTexts } from './events.ts'
import { goalLabelsTexts } from './goal-labels.ts'
import { goalViewsTexts } from './goal-views.ts'
import { goalsTexts } from './goals.ts'
import { healthTexts } from './health.ts'
import { invitationsTexts } from './invitations.ts'
import { notificationsTexts } from './notifications.ts'
import { oauthTexts } from './oauth.ts'
import { organizationsTexts } from './organizations.ts'
import { webhooksTexts } from './webhooks.ts'

/** What the manual says about every operation. */
export const operationTexts: Record<OperationId, string> = {
  ...healthTexts,
  ...authTexts,
  ...organizationsTexts,
  ...invitationsTexts,
  ...apiTokensTexts,
  ...goalsTexts,
  ...goalLabelsTexts,
  ...goalViewsTexts,
  ...eventsTexts,
  ...webhooksTexts,
  ...notificationsTexts,
  ...oauthTexts,
}
