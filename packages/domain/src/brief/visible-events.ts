import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { Access } from '../access.ts'
import type { Database } from '../database/client.ts'
import type { FeedEvent } from '../events/feed/read-feed.ts'
import { isWithinSight } from '../events/is-within-sight.ts'
import { goalAuthority, isWithinLimit } from '../goals/authority.ts'
import { readRows } from '../goals/list/read-rows.ts'

/** Most events of an organization may be about goals of others. One call reads the rows of as many goals. */
const readForFewGoals = 100

/** How many events to read, so that `limit` of them are probably visible. */
export function eventsToRead(access: Access, limit: number): number {
  return seesAll(access) && access.goalIds === null ? limit : readForFewGoals
}

/**
 * Returns the events that the caller may see. Who sees all goals sees all events, but those of members and invitations, which are for
 * owners and admins. Others see the events of goals that they own now, as the rows of those goals say (consistent), or owned
 * when they were deleted. A token that is limited to some goals sees only events of these.
 */
export async function visibleEvents(
  database: Database,
  access: Access,
  role: OrganizationRole,
  events: readonly FeedEvent[],
): Promise<FeedEvent[]> {
  if (seesAll(access)) {
    return events.filter(({ event }) => isWithinSight(access, role, event))
  }
  const possible = events.filter(({ event }) => event.goal !== null && isWithinLimit(access, event.goal.id))
  const own = await readOwnGoalIds(database, access, possible)
  return possible.filter(({ event }) => event.goal !== null && own.has(event.goal.id))
}

function seesAll(access: Access): boolean {
  return goalAuthority(access, 'member').seesAll
}

async function readOwnGoalIds(
  database: Database,
  { organizationId, userId }: Access,
  events: readonly FeedEvent[],
): Promise<ReadonlySet<string>> {
  const goalIds = new Set(events.flatMap(({ event }) => event.goal?.id ?? []))
  const rows = await readRows(database, organizationId, goalIds)
  const own = new Set(rows.filter(({ ownerUserId }) => ownerUserId === userId).map(({ goalId }) => goalId))
  for (const { event } of events) {
    if (event.type === 'goal.deleted' && event.goal && event.data.ownerUserId === userId)
      own.add(event.goal.id)
  }
  return own
}
