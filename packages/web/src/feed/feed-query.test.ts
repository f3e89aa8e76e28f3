import type { Event } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { type FeedData, withNews } from './feed-query.ts'

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
