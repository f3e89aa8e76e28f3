import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { FeedEvent } from '../../events/feed/read-feed.ts'
import { isWithinSight } from '../../events/is-within-sight.ts'
import type { Access } from '../../requests/access.ts'
import { type Context, daysAfter, timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRows } from '../list/read-rows.ts'
import { goalAuthority, isWithinLimit } from '../rules/authority.ts'

/** Whether a caller sees only some of an organization's events. */
export function isLimited(access: Access): boolean {
  return !seesAll(access) || access.goalIds !== null
}

/**
 * Returns a function that picks the events that the caller may see, and wants to. Who sees all goals sees all events, but those of
 * members and invitations, which are for owners and admins. Others see the events of goals that they own now, as the rows of those
 * goals say (consistent), or owned when they were deleted. A token that is limited to some goals sees only events of these. Nobody
 * sees events that are older than events are kept.
 *
 * The function remembers goals, so that it reads the row of each once.
 */
export function createSight(
  database: Database,
  access: Access,
  { now, ownRun }: Pick<Context, 'now' | 'ownRun'>,
) {
  const oldest = timestampOf(daysAfter(now, -eventRetentionDays))
  const isWanted = ({ event: { createdAt, actor } }: FeedEvent) =>
    createdAt >= oldest && !(ownRun && actor.id === access.actor.id && actor.runId === ownRun.runId)
  const isOwn = createOwnership(database, access)

  return async (events: readonly FeedEvent[], role: OrganizationRole): Promise<FeedEvent[]> => {
    const wanted = events.filter(isWanted)
    if (seesAll(access)) return wanted.filter(({ event }) => isWithinSight(access, role, event))
    const possible = wanted.filter(({ event }) => event.goal !== null && isWithinLimit(access, event.goal.id))
    const own = await isOwn(possible)
    return possible.filter(({ event }) => event.goal !== null && own.has(event.goal.id))
  }
}

function seesAll(access: Access): boolean {
  return goalAuthority(access, 'member').seesAll
}

function createOwnership(database: Database, { organizationId, userId }: Access) {
  const known = new Set<string>()
  const own = new Set<string>()
  return async (events: readonly FeedEvent[]): Promise<ReadonlySet<string>> => {
    const goalIds = new Set(events.flatMap(({ event }) => event.goal?.id ?? []))
    const unknown = [...goalIds].filter((goalId) => !known.has(goalId))
    const rows = await readRows(database, organizationId, unknown)
    for (const { goalId, ownerUserId } of rows) if (ownerUserId === userId) own.add(goalId)
    for (const goalId of unknown) known.add(goalId)
    for (const { event } of events) {
      if (event.type === 'goal.deleted' && event.goal && event.data.ownerUserId === userId)
        own.add(event.goal.id)
    }
    return own
  }
}
