import { type Event, isAdministratorsEvent } from '@cairn/contract/schemas/feed/events'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { isWithinLimit } from '../goals/rules/authority.ts'
import type { Access } from '../requests/access.ts'

/**
 * Whether a caller who sees all goals may see an event: only administrators see those of members and invitations, and a token
 * that is limited to some goals sees what happens to these and nothing else.
 */
export function isWithinSight(
  access: Pick<Access, 'goalIds'>,
  role: OrganizationRole,
  { type, goal }: Pick<Event, 'type' | 'goal'>,
): boolean {
  if (access.goalIds !== null) return goal !== null && isWithinLimit(access, goal.id)
  return role !== 'member' || !isAdministratorsEvent(type)
}
