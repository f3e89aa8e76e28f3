import { isAdministratorsEvent } from '@cairn/contract/schemas/feed/events'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { Access } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readRecords } from '../database/read-record.ts'
import type { FeedEvent } from '../events/feed/read-feed.ts'
import { goalAuthority } from '../goals/authority.ts'
import { decodeRow, goalKeyOf, goalRowEntity } from '../table/entities/goals/goal-row.ts'

/** Most events of an organization may be about goals of others. One call reads the rows of as many goals. */
const readForOwnGoals = 100

/** How many events to read, so that `limit` of them are probably visible. */
export function eventsToRead(access: Access, limit: number): number {
  return seesAll(access) ? limit : readForOwnGoals
}

/**
 * Returns the events that the caller may see. Who sees all goals sees all events, but those of members and invitations, which are for
 * owners and admins. Others see the events of goals that they own now, as the rows of those goals say (consistent), or owned
 * when they were deleted.
 */
export async function visibleEvents(
  database: Database,
  access: Access,
  role: OrganizationRole,
  events: readonly FeedEvent[],
): Promise<FeedEvent[]> {
  if (seesAll(access)) {
    return events.filter(({ event }) => role !== 'member' || !isAdministratorsEvent(event.type))
  }
  const own = await readOwnGoalIds(database, access, events)
  return events.filter(({ event }) => event.goal !== null && own.has(event.goal.id))
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
  const keys = [...goalIds].map((goalId) => goalKeyOf({ organizationId, goalId }))
  const rows = await readRecords(database, goalRowEntity, keys)
  const own = new Set(
    rows
      .map(decodeRow)
      .filter(({ ownerUserId }) => ownerUserId === userId)
      .map(({ goalId }) => goalId),
  )
  for (const { event } of events) {
    if (event.type === 'goal.deleted' && event.goal && event.data.ownerUserId === userId)
      own.add(event.goal.id)
  }
  return own
}
