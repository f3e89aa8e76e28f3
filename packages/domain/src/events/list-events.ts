import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import { withGoalsBelow } from '../goals/tree/reading/sight.ts'
import { daysAfter, timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { defaultPageSize } from '../storage/pagination/read-page.ts'
import { countThatFits } from '../storage/pagination/response-size.ts'
import { type FeedCursor, openFeedCursor, sealFeedCursor } from './feed/feed-cursor.ts'
import { readFeed } from './feed/read-feed.ts'
import { isWithinSight } from './is-within-sight.ts'
import { toEventResponse } from './to-event-response.ts'

/** How often a program that follows the feed asks. */
const pollSeconds = 5

/**
 * Lists what happened in the organization. A page can be shorter than its limit, or empty: events that only administrators see
 * are left out for other members, and for their tokens; and a token that is limited to some goals gets only their events.
 *
 * With `wait`, on one machine, a request without anything new is held: it runs again when something has happened, and is held again if that
 * is beyond the caller's sight.
 */
export const listEvents: Implementation<'listEvents'> = async (
  { database, cursors, now, changes, hold },
  access,
  { query },
) => {
  const { organizationId } = access
  const { order = 'asc', limit = defaultPageSize, wait = 0 } = query
  // Before the feed is read, so that no event is between the two.
  const mayWait = wait > 0 && order === 'asc' && (hold?.begin(access) ?? false)
  const start = query.after === undefined ? undefined : openFeedCursor(cursors, organizationId, query.after)
  // The cursor of a brief that goes back follows the feed from where the brief began.
  const after = order === 'asc' && start?.since !== undefined ? start.end : start?.position
  await changes?.settled(organizationId)
  const [role, sighted, part] = await Promise.all([
    access.role,
    withGoalsBelow(database, access),
    // A few events that the caller may not see do not end its wait.
    readFeed(database, organizationId, {
      after,
      order,
      limit: mayWait ? Math.max(limit, defaultPageSize) : limit,
      now,
    }),
  ])
  // The newest page of a quiet organization is kept longer than its events are shown.
  const oldest = timestampOf(daysAfter(now, -eventRetentionDays))
  const elements = part.events.map(({ event }) =>
    event.createdAt >= oldest && isWithinSight(sighted, role, event) ? toEventResponse(event) : null,
  )
  const taken = part.events.slice(0, Math.min(countThatFits(elements), lengthWith(limit, elements)))
  const more = part.more || taken.length < part.events.length
  const last = taken.at(-1)?.position ?? after ?? part.end
  /** The cursor from which to follow the feed. */
  const end = order === 'asc' ? last : (start?.end ?? part.end)
  const seal = (cursor: FeedCursor) => sealFeedCursor(cursors, organizationId, cursor)
  const events = elements.slice(0, taken.length).filter((event) => event !== null)
  if (mayWait && events.length === 0 && !more) hold?.keep(wait)
  return {
    events,
    nextCursor: more ? seal({ position: last, ...(order === 'desc' && { end }) }) : null,
    cursor: seal({ position: end }),
    pollAfterSeconds: more || mayWait ? 0 : pollSeconds,
  }
}

/** Returns the length of the shortest beginning with so many events within sight. */
function lengthWith(limit: number, elements: readonly unknown[]): number {
  let visible = 0
  const last = elements.findIndex((element) => element !== null && ++visible === limit)
  return last === -1 ? elements.length : last + 1
}
