import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { type FeedPageRecord, feedPageEntity } from '../../storage/table/entities/events/feed-page.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { type FeedPosition, feedStart, nextPage, positionAfter } from './position.ts'

export type ReadFeedOptions = {
  /** Default: before the oldest event that is kept; with `desc`, after the newest one. */
  after?: FeedPosition | undefined
  /** With `desc` only: leaves out events before this time. */
  since?: Date | undefined
  /** `asc`: the events that follow `after`. `desc`: the events before it, and before the event that it was taken after. */
  order: 'asc' | 'desc'
  limit: number
  /** Saves the second look at a missing page before an old one. */
  now?: Date | undefined
}

export type FeedEvent = {
  event: Event
  /** The place after the event; with `desc`, where older events follow. */
  position: FeedPosition
}

export type FeedPart = {
  events: FeedEvent[]
  /**
   * The place from which following misses nothing that this read has not returned: with `asc`, after the last event; with
   * `desc`, after the newest one, or `after`.
   */
  end: FeedPosition
  /** Whether more events follow in this order. Then `events` may be fewer than `limit`. */
  more: boolean
}

/** Reads a part of an organization's feed. One query; a second one if a page is missing. Strongly consistent. */
export async function readFeed(
  database: Database,
  organizationId: string,
  options: ReadFeedOptions,
): Promise<FeedPart> {
  const organizationKey = shortId(organizationId)
  return options.order === 'asc'
    ? readForward(database, organizationKey, options)
    : readBackward(database, organizationKey, options)
}

/** The place after the newest event. Strongly consistent. */
export async function readFeedEnd(database: Database, organizationId: string): Promise<FeedPosition> {
  const { end } = await readFeed(database, organizationId, { order: 'desc', limit: 1 })
  return end
}

/** More than any number of a page. */
const lastPage = 999_999_999_999

async function readForward(
  database: Database,
  organizationKey: string,
  { after = feedStart, limit, now }: ReadFeedOptions,
): Promise<FeedPart> {
  const first = nextPage(after)
  // Every page has an event, and the one after the last tells whether there are more.
  const read = () => readPages(database, organizationKey, [first, lastPage], 'asc', limit + 1)
  let found = await read()
  const [oldest] = found.pages
  // A query takes time: pages may have been put while it was between them. If so, a second one finds the missing page, because
  // it was put before the one after it. Otherwise it has expired.
  if (oldest && oldest.page !== first && !isOld(oldest, now)) found = await read()
  const { pages } = found
  const hole = pages.findIndex(({ page }, index) => page !== (pages[0]?.page ?? 0) + index)
  const whole = hole === -1 ? pages : pages.slice(0, hole)
  const following = whole.flatMap((page) =>
    eventsOf(page).slice(page.page === after.page && after.page > 0 ? after.index : 0),
  )
  const events = following.slice(0, limit)
  return {
    events,
    end: events.at(-1)?.position ?? after,
    more: following.length > limit || hole !== -1 || found.hasMore,
  }
}

async function readBackward(
  database: Database,
  organizationKey: string,
  { after, since, limit }: ReadFeedOptions,
): Promise<FeedPart> {
  const range = [0, after?.page ?? lastPage] as const
  // One more than forward: all events of the first page may follow `after`.
  const found = await readPages(database, organizationKey, range, 'desc', limit + 2)
  const recent = found.pages.filter(({ appendedAt }) => since === undefined || appendedAt >= since.getTime())
  const preceding = recent
    .flatMap((page) => {
      const events = eventsOf(page)
      return (page.page === after?.page ? events.slice(0, after.index).slice(0, -1) : events).toReversed()
    })
    .filter(({ event }) => since === undefined || Date.parse(event.createdAt) >= since.getTime())
  const [newest] = found.pages
  return {
    events: preceding.slice(0, limit),
    end: after ?? (newest ? positionAfter(newest, newest.events.length - 1) : feedStart),
    more: preceding.length > limit || (found.hasMore && recent.length === found.pages.length),
  }
}

function eventsOf(page: FeedPageRecord): FeedEvent[] {
  return page.events.map((event, index) => ({ event, position: positionAfter(page, index) }))
}

/** Longer than any query takes, and than clocks differ. */
const oldMilliseconds = 3_600_000

/** Whether a page was appended so long ago that a missing page before it has expired. */
function isOld({ appendedAt }: FeedPageRecord, now: Date | undefined): boolean {
  return now !== undefined && now.getTime() - appendedAt > oldMilliseconds
}

async function readPages(
  database: Database,
  organizationKey: string,
  [from, to]: readonly [number, number],
  order: 'asc' | 'desc',
  limit: number,
): Promise<{ pages: FeedPageRecord[]; hasMore: boolean }> {
  const { data, cursor } = await queryRecords(
    database,
    feedPageEntity,
    'record',
    { organizationKey },
    { between: [{ page: from }, { page: to }], order, limit, consistent: true },
  )
  return { pages: data, hasMore: cursor !== null }
}
