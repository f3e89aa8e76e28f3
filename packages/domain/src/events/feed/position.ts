import { eventsPerPage, type FeedPageRecord } from '../../storage/table/entities/events/feed-page.ts'

/**
 * A place in a feed: all pages before `page` were taken, and of `page` itself the first `index` events. Pages do not change, so
 * a place means the same for as long as its page is kept.
 */
export type FeedPosition = {
  /** The number of a page; 0 at the start. */
  page: number
  /** `eventsPerPage` if the whole page was taken, however many events it has: then it need not be read again. */
  index: number
}

/** Before the first event. */
export const feedStart: FeedPosition = { page: 0, index: 0 }

/** The place after an event, by its index in its page. */
export function positionAfter(
  { page, events }: Pick<FeedPageRecord, 'page' | 'events'>,
  index: number,
): FeedPosition {
  return { page, index: index + 1 === events.length ? eventsPerPage : index + 1 }
}

/** The first page with events behind a place. */
export function nextPage({ page, index }: FeedPosition): number {
  return page === 0 || index === eventsPerPage ? page + 1 : page
}
