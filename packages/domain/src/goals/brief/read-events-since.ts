import type { FeedCursor } from '../../events/feed/feed-cursor.ts'
import type { FeedPosition } from '../../events/feed/position.ts'
import { type FeedEvent, type FeedPart, readFeed } from '../../events/feed/read-feed.ts'
import type { Database } from '../../storage/database/client.ts'

/** The start of a brief's events: behind a position, or back to a time from the newest event or from where an earlier brief stopped. */
export type EventsStart =
  | { position: FeedPosition }
  | { time: Date; before?: FeedPosition | undefined; end?: FeedPosition | undefined }

/** A caller from whom most events are hidden reads so many at once: most organizations have no more in 7 days. */
export const eventsAtOnce = 500
/** At most 60 pages of 100 events. */
const mostReads = 12

export type EventsSince = {
  /** The visible ones, in the order in which they were read: from a position the oldest first, back to a time the newest. */
  visible: FeedEvent[]
  /** Whether there may be more in this order. */
  more: boolean
  /** Which of the events a brief takes if not all fit. */
  keep: 'oldest' | 'newest'
  /** Returns the start of the next brief if this one takes the first `taken` of the visible events. */
  next: (taken: number) => FeedCursor
}

export type EventsOptions = {
  /** Of visible events. */
  limit: number
  now: Date
  /** How many events to read first. */
  first: number
  /** Whether to read on if fewer than the limit are visible. */
  readsOn: boolean
  /** Whether a brief since a time is followed by what it left out. */
  goesBack: boolean
}

/**
 * Begins to read what happened behind a position, or back to a time. `visibleBy` reads on until enough events are visible.
 * Each of at most 12 reads takes one round trip, and one more where `see` does.
 *
 * Back to a time, what does not fit into a brief is left out, unless the caller goes back or 60 pages did not suffice: then the next
 * brief goes on where this one stops, and follows the feed from its end when the time is reached.
 */
export async function readEventsSince(
  database: Database,
  organizationId: string,
  start: EventsStart,
  { limit, now, first: firstEvents, readsOn, goesBack }: EventsOptions,
) {
  const isForward = 'position' in start
  const read = (after: FeedPosition | undefined, atMost: number): Promise<FeedPart> =>
    isForward
      ? readFeed(database, organizationId, { limit: atMost, now, after, order: 'asc' })
      : readFeed(database, organizationId, { limit: atMost, now, after, since: start.time, order: 'desc' })
  const from = isForward ? start.position : start.before
  const first = await read(from, firstEvents)

  async function visibleBy(
    seen: FeedEvent[],
    see: (events: readonly FeedEvent[]) => Promise<FeedEvent[]>,
  ): Promise<EventsSince> {
    const visible = [...seen]
    const events = [...first.events]
    let part = first
    let reads = 1
    while (readsOn && part.more && part.events.length > 0 && visible.length < limit && reads < mostReads) {
      reads += 1
      part = await read(isForward ? part.end : part.events.at(-1)?.position, eventsAtOnce)
      events.push(...part.events)
      visible.push(...(await see(part.events)))
    }
    const wanted = visible.slice(0, limit)
    // Going back, a part without events is the last one: all others are older than the time.
    const isUnread = part.more && (isForward || part.events.length > 0)
    const more = isUnread || wanted.length < visible.length
    /** The position from which the first omitted event is read again. */
    const before = (leftOut: FeedEvent) => events[events.indexOf(leftOut) - 1]?.position ?? from
    if (isForward) {
      const next = (taken: number): FeedCursor => {
        const leftOut = visible[taken]
        return { position: (leftOut ? before(leftOut) : part.end) ?? part.end }
      }
      return { visible: wanted, more, keep: 'oldest', next }
    }
    const end = start.end ?? first.end
    const isExhausted = isUnread && visible.length < limit
    const next = (taken: number): FeedCursor => {
      const leftOut = visible[taken]
      const position = leftOut ? before(leftOut) : isUnread ? events.at(-1)?.position : undefined
      const follows = goesBack || start.before !== undefined || isExhausted
      if (!follows || position === undefined) return { position: end }
      return { position, end, since: start.time.getTime() }
    }
    return { visible: wanted, more, keep: 'newest', next }
  }
  return { first: first.events, visibleBy }
}
