import type { Group } from '@cairn/contract'
import { createGroup as createApiTokens } from '@cairn/function-api-tokens/group'
import { createGroup as createAuth } from '@cairn/function-auth/group'
import { createGroup as createGoalLabels } from '@cairn/function-goal-labels/group'
import { createGroup as createGoals } from '@cairn/function-goals/group'
import { createGroup as createHealth } from '@cairn/function-health/group'
import { createGroup as createInvitations } from '@cairn/function-invitations/group'
import { createGroup as createOrganizations } from '@cairn/function-organizations/group'
import type { GroupHandler, Runtime } from '@cairn/http'

/** The handlers of all functions, on one runtime instead of one each. */
export function createGroups(runtime: Runtime): Record<Group, GroupHandler> {
  return {
    health: createHealth(runtime),
    auth: createAuth(runtime),
    organizations: createOrganizations(runtime),
    invitations: createInvitations(runtime),
    'api-tokens': createApiTokens(runtime),
    goals: createGoals(runtime),
    'goal-labels': createGoalLabels(runtime),
  }
}
