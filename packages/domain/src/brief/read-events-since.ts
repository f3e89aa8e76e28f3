import type { Database } from '../database/client.ts'
import type { FeedPosition } from '../events/feed/position.ts'
import { type FeedEvent, readFeed } from '../events/feed/read-feed.ts'

type EventsSince = {
  /** Oldest first. */
  events: FeedEvent[]
  /** Whether there are more: behind these, or before them since the time. */
  more: boolean
  /** Which of the events a brief takes if not all fit. */
  keep: 'oldest' | 'newest'
  /**
   * Where the next brief goes on.
   *
   * @param leftOut  The first event behind those that are taken, which the next brief must return.
   */
  next: (leftOut: FeedEvent | undefined) => FeedPosition
}

/**
 * Reads what happened behind a position, the oldest first, or since a time, the newest. What is older than the newest since a time is
 * never returned by later briefs, so there they go on at the end of the feed.
 */
export async function readEventsSince(
  database: Database,
  organizationId: string,
  since: { position: FeedPosition } | { time: Date },
  options: { limit: number; now: Date },
): Promise<EventsSince> {
  if ('time' in since) {
    const part = await readFeed(database, organizationId, { ...options, since: since.time, order: 'desc' })
    return { events: part.events.toReversed(), more: part.more, keep: 'newest', next: () => part.end }
  }
  const { position: after } = since
  const { events, more, end } = await readFeed(database, organizationId, { ...options, after, order: 'asc' })
  return {
    events,
    more,
    keep: 'oldest',
    next: (leftOut) => (leftOut ? (events[events.indexOf(leftOut) - 1]?.position ?? after) : end),
  }
}
