import type { Event } from '@cairn/contract/schemas/feed/events'
import { expect, test, vi } from 'vitest'
import { api } from '../data/api/client.ts'
import { type FeedData, feedQuery, withNews } from './feed-query.ts'

const event = (id: string) => ({ id }) as Event

test('new events come first, newest first, each once', () => {
  const data: FeedData = {
    pages: [
      { events: [event('2')], nextCursor: 'next' },
      { events: [event('1')], nextCursor: null },
    ],
    pageParams: [undefined, 'next'],
  }
  const { pages } = withNews(data, [event('1'), event('2'), event('3'), event('4')])
  expect(pages.map(({ events }) => events.map(({ id }) => id))).toEqual([['4', '3', '2'], ['1']])
  expect(pages[0]?.nextCursor).toBe('next')
  expect(withNews(data, [event('2')])).toBe(data)
})

test('the feed of an organization is read newest first, page by page, and is never stale', async () => {
  const query = feedQuery('acme')
  const page = { events: [], cursor: 'here', nextCursor: 'next', pollAfterSeconds: 10 }
  const listEvents = vi.spyOn(api, 'listEvents').mockResolvedValue(page)
  const read = query.queryFn as unknown as (from: { pageParam: string | undefined }) => Promise<unknown>
  expect(await read({ pageParam: 'after' })).toBe(page)
  expect(listEvents.mock.calls).toEqual([[{ query: { order: 'desc', limit: 50, after: 'after' } }]])
  listEvents.mockRestore()
  expect(query.queryKey).toEqual(['organization', 'acme', 'feed'])
  expect(query.staleTime).toBe(Number.POSITIVE_INFINITY)
  const nextOf = (nextCursor: string | null) =>
    query.getNextPageParam({ events: [], nextCursor }, [], undefined, [])
  expect([nextOf('next'), nextOf(null)]).toEqual(['next', undefined])
})

test('a feed without pages has no news to show', () => {
  const data: FeedData = { pages: [], pageParams: [] }
  expect(withNews(data, [event('1')])).toBe(data)
})
