import type { Event } from '@cairn/contract/schemas/feed/events'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../data/api/client.ts'

const eventsPerPage = 50

export type FeedPage = { events: Event[]; nextCursor: string | null }
export type FeedData = InfiniteData<FeedPage, string | undefined>

/** The organization's events, newest first. Live updates add new ones, so it is never stale. */
export function feedQuery(organizationId: string) {
  return infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'feed'],
    queryFn: ({ pageParam }): Promise<FeedPage> =>
      api.listEvents({ query: { order: 'desc', limit: eventsPerPage, after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Adds events, oldest first, to the beginning of the feed. */
export function withNews(data: FeedData, events: readonly Event[]): FeedData {
  const known = new Set(data.pages.flatMap((page) => page.events.map(({ id }) => id)))
  const fresh = events.filter(({ id }) => !known.has(id)).toReversed()
  const [first, ...rest] = data.pages
  if (!first || fresh.length === 0) return data
  return { ...data, pages: [{ ...first, events: [...fresh, ...first.events] }, ...rest] }
}
