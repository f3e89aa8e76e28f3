import type { FunctionGroup } from '@cairn/contract'
import { createGroup as createApiTokens } from '@cairn/functions/api-tokens/group'
import { createGroup as createAuth } from '@cairn/functions/auth/group'
import { createGroup as createEvents } from '@cairn/functions/events/group'
import { createGroup as createGoalClaims } from '@cairn/functions/goal-claims/group'
import { createGroup as createGoalComments } from '@cairn/functions/goal-comments/group'
import { createGroup as createGoalLabels } from '@cairn/functions/goal-labels/group'
import { createGroup as createGoalQuestions } from '@cairn/functions/goal-questions/group'
import { createGroup as createGoalViews } from '@cairn/functions/goal-views/group'
import { createGroup as createGoals } from '@cairn/functions/goals/group'
import { createGroup as createHealth } from '@cairn/functions/health/group'
import { createGroup as createInbox } from '@cairn/functions/inbox/group'
import { createGroup as createInvitations } from '@cairn/functions/invitations/group'
import { createGroup as createMcp } from '@cairn/functions/mcp/group'
import { createGroup as createNotifications } from '@cairn/functions/notifications/group'
import { createGroup as createOAuth } from '@cairn/functions/oauth/group'
import { createGroup as createOrganizations } from '@cairn/functions/organizations/group'
import { createGroup as createWebhooks } from '@cairn/functions/webhooks/group'
import type { GroupHandler, Runtime } from '@cairn/lambda'

/** The handlers of all functions, which share one runtime here. */
export function createGroups(runtime: Runtime): Record<FunctionGroup, GroupHandler> {
  return {
    health: createHealth(runtime),
    auth: createAuth(runtime),
    organizations: createOrganizations(runtime),
    invitations: createInvitations(runtime),
    'api-tokens': createApiTokens(runtime),
    goals: createGoals(runtime),
    'goal-labels': createGoalLabels(runtime),
    'goal-claims': createGoalClaims(runtime),
    'goal-questions': createGoalQuestions(runtime),
    'goal-comments': createGoalComments(runtime),
    inbox: createInbox(runtime),
    'goal-views': createGoalViews(runtime),
    events: createEvents(runtime),
    webhooks: createWebhooks(runtime),
    notifications: createNotifications(runtime),
    oauth: createOAuth(runtime),
    mcp: createMcp(runtime),
  }
}
