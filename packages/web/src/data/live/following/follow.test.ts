import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { type EventPage, followFeed } from './follow.ts'

const event = (id: string) => ({ id }) as Event
const page = (cursor: string, ids: string[] = [], nextCursor: string | null = null): EventPage => ({
  events: ids.map(event),
  nextCursor,
  cursor,
  pollAfterSeconds: 10,
})

function apiError(status: number, error: ErrorCode, headers?: Record<string, string>): ApiError {
  return new ApiError(new Response(null, { status, ...(headers && { headers }) }), { error, message: 'x' })
}

type Answer = EventPage | Error

/** Follows through the answers, and returns what was asked and told, with the pauses in seconds. */
async function run(answers: Answer[], isNews = false, quietMilliseconds = 0): Promise<string[]> {
  const log: string[] = []
  const controller = new AbortController()
  const left = [...answers]
  async function next(asked: string): Promise<EventPage> {
    log.push(asked)
    const answer = left.shift()
    if (answer === undefined) throw new Error('Asked too often.')
    if (answer instanceof Error) throw answer
    return answer
  }
  await followFeed({
    readNewest: () => next('newest'),
    readAfter: (cursor) => next(`after ${cursor}`),
    pause: async (milliseconds) => {
      if (left.length === 0) controller.abort()
      else log.push(`pause ${milliseconds() / 1_000}`)
    },
    quietMilliseconds: () => quietMilliseconds,
    tabs: {
      isAsking: () => true,
      tell: ({ events, cursor }) => log.push(`told ${events.map(({ id }) => id)} ${cursor}`),
      onNews: () => undefined,
    },
    onEvents: (events) => log.push(`events ${events.map(({ id }) => id)}`),
    onGap: () => log.push('gap'),
    isNews: () => isNews,
    signal: controller.signal,
    random: () => 0.5,
  })
  return log
}

test('asks where the feed ends, then for what follows', async () => {
  expect(await run([page('a'), page('b'), page('c', ['1', '2']), page('c')])).toEqual([
    'pause 3',
    'newest',
    'pause 10',
    'after a',
    'pause 10',
    'after b',
    'events 1,2',
    'told 1,2 c',
    'pause 10',
    'after c',
  ])
})

test('an event that is newer than what the page has loaded means that everything may be out of date', async () => {
  expect(await run([page('a', ['1'])], true)).toEqual(['pause 3', 'newest', 'gap', 'told  a'])
  expect(await run([page('a', ['1'])], false)).toEqual(['pause 3', 'newest'])
})

test('reads several pages without a pause, and gives up if there are too many', async () => {
  expect(await run([page('a'), page('b', ['1'], 'b'), page('c', ['2'])])).toEqual([
    'pause 3',
    'newest',
    'pause 10',
    'after a',
    'after b',
    'events 1,2',
    'told 1,2 c',
  ])
  const endless = page('b', ['1'], 'b')
  expect((await run([page('a'), endless, endless, endless, endless, page('z'), page('z')])).slice(3)).toEqual(
    [
      'after a',
      'after b',
      'after b',
      'after b',
      'gap',
      'told  undefined',
      'pause 10',
      'newest',
      'pause 10',
      'after z',
    ],
  )
})

test.each([
  [0, 10],
  [299_999, 10],
  [300_000, 30],
  [1_799_999, 30],
  [1_800_000, 60],
])('pauses after %i ms without activity for %i s', async (quiet, seconds) => {
  expect(await run([page('a'), page('a')], false, quiet)).toContain(`pause ${seconds}`)
})

test('handles an event once that comes twice', async () => {
  const log = await run([page('a'), page('b', ['1', '2']), page('c', ['2', '3'])])
  expect(log.filter((line) => line.startsWith('events'))).toEqual(['events 1,2', 'events 3'])
})

test('waits longer after each failure, and continues where it was', async () => {
  const lost = new TypeError('Failed to fetch')
  const pauses = await run([page('a'), ...Array(5).fill(lost), page('b', ['1']), page('b')])
  expect(pauses.filter((line) => line.startsWith('pause'))).toEqual(
    [3, 10, 20, 40, 80, 120, 120, 10].map((seconds) => `pause ${seconds}`),
  )
  expect(pauses.filter((line) => !line.startsWith('pause'))).toEqual([
    'newest',
    ...Array(6).fill('after a'),
    'events 1',
    'told 1 b',
    'after b',
  ])
})

test('waits at least as long as the service asks for, whatever the jitter', async () => {
  const busy = apiError(429, 'too_many_requests', { 'retry-after': '90' })
  const log = await run([page('a'), busy, page('b')])
  const [, seconds] = log[4]?.split(' ') ?? []
  expect(Number(seconds) * 0.9).toBeGreaterThanOrEqual(90)
})

test('starts again at the end if the cursor has expired', async () => {
  const expired = apiError(400, 'invalid_cursor')
  expect(await run([page('a'), expired, page('z', ['1'])], true)).toEqual([
    'pause 3',
    'newest',
    'pause 10',
    'after a',
    'pause 20',
    'newest',
    'gap',
    'told  z',
  ])
})

test('tells nothing that arrives after the end', async () => {
  const controller = new AbortController()
  const told: unknown[] = []
  await followFeed({
    readNewest: async () => page('a'),
    readAfter: async () => {
      controller.abort()
      return page('b', ['1'])
    },
    pause: async () => undefined,
    quietMilliseconds: () => 0,
    tabs: { isAsking: () => true, tell: (news) => told.push(news), onNews: () => undefined },
    onEvents: (events) => told.push(events),
    onGap: () => told.push('gap'),
    isNews: () => false,
    signal: controller.signal,
  })
  expect(told).toEqual([])
})
