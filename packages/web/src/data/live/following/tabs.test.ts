/** Several tabs of one browser follow the feeds of a service, by a clock that the test moves. */
import type { Event } from '@cairn/contract/schemas/feed/events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActivity } from './activity.ts'
import { type EventPage, followFeed } from './follow.ts'
import { type Page, pauseWhileAwake } from './pause.ts'
import { type Browser, joinTabs } from './tabs.ts'

const second = 1_000
const minute = 60 * second

let browser: Browser
/** The ids of the events of each organization. */
let feeds: Map<string, string[]>
/** The tabs that have asked, in order. */
let asked: string[]
let tabs: { close(): void }[]

beforeEach(() => {
  vi.useFakeTimers()
  browser = createBrowser()
  feeds = new Map()
  asked = []
  tabs = []
})
afterEach(() => {
  for (const tab of tabs) tab.close()
  vi.useRealTimers()
})

/** Locks and channels as browsers have them, for tabs that are in the same process. */
function createBrowser(): Browser {
  const queues = new Map<string, (() => void)[]>()
  const channels = new Set<{ name: string; hear: (event: { data: unknown }) => void }>()
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<void> => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    const turn = Promise.withResolvers<void>()
    queue.push(turn.resolve)
    if (queue.length === 1) turn.resolve()
    signal.addEventListener('abort', () => {
      if (queue[0] === turn.resolve) return
      queue.splice(queue.indexOf(turn.resolve), 1)
      turn.reject(signal.reason)
    })
    await turn.promise
    await work()
    queue.shift()
    queue[0]?.()
  }
  const openChannel = (name: string) => {
    const channel = { name, hear: (_: { data: unknown }): void => undefined }
    channels.add(channel)
    return {
      postMessage(data: unknown) {
        for (const other of channels) {
          if (other !== channel && other.name === name)
            queueMicrotask(() => other.hear({ data: structuredClone(data) }))
        }
      },
      addEventListener: (_: string, listener: typeof channel.hear) => {
        channel.hear = listener
      },
      close: () => channels.delete(channel),
    }
  }
  return { locks: { request }, openChannel } as unknown as Browser
}

function feedOf(organization: string): string[] {
  const feed = feeds.get(organization) ?? []
  feeds.set(organization, feed)
  return feed
}

const eventsPerPage = 10

function readPage(feed: readonly string[], from: number): EventPage {
  const end = Math.min(feed.length, from + eventsPerPage)
  const cursor = String(end)
  const events = feed.slice(from, end).map((id) => ({ id }) as Event)
  return { events, nextCursor: end < feed.length ? cursor : null, cursor, pollAfterSeconds: 10 }
}

function open(name: string, organization = 'acme', inBrowser = browser) {
  const controller = new AbortController()
  const { signal } = controller
  const seen: string[] = []
  let isVisible = true
  const wakeListeners = new Set<() => void>()
  const self: Page = {
    isAwake: () => isVisible,
    onWakeChange: (listener) => {
      wakeListeners.add(listener)
      return () => wakeListeners.delete(listener)
    },
    activity: createActivity(),
  }
  const feed = feedOf(organization)
  void followFeed({
    readNewest: async () => {
      asked.push(name)
      return readPage(feed, Math.max(0, feed.length - 1))
    },
    readAfter: async (cursor) => {
      asked.push(name)
      return readPage(feed, Number(cursor))
    },
    pause: (milliseconds) => pauseWhileAwake(milliseconds, signal, self),
    quietMilliseconds: self.activity.quietMilliseconds,
    tabs: joinTabs(`live ${organization}`, signal, self, inBrowser),
    onEvents: (events) => seen.push(...events.map(({ id }) => id)),
    onGap: () => seen.push('gap'),
    isNews: () => false,
    signal,
    random: () => 0.5,
  })
  const setVisible = (value: boolean) => {
    isVisible = value
    if (value) self.activity.note()
    for (const listener of wakeListeners) listener()
  }
  const tab = {
    seen,
    act: () => self.activity.note(),
    hide: () => setVisible(false),
    show: () => setVisible(true),
    close: () => controller.abort(),
  }
  tabs.push(tab)
  return tab
}

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Returns the tabs that ask in the time, and how often. */
async function askedWithin(milliseconds: number): Promise<Record<string, number>> {
  asked.length = 0
  await after(milliseconds)
  const counts = Map.groupBy(asked, (name) => name)
  return Object.fromEntries([...counts].map(([name, { length }]) => [name, length]))
}

/** Lets all tabs look where their feed ends. */
const settle = () => after(4 * second)

describe('tabs of one organization', () => {
  test('ask once for all of them, and each gets every event once', async () => {
    const all = ['a', 'b', 'c'].map((name) => open(name))
    await settle()
    feedOf('acme').push('1', '2')
    expect(await askedWithin(minute)).toEqual({ a: 6 })
    feedOf('acme').push('3')
    await after(10 * second)
    for (const { seen } of all) expect(seen).toEqual(['1', '2', '3'])
  })

  test('hand over when the asking tab is closed, and miss nothing', async () => {
    const [a, b, c] = [open('a'), open('b'), open('c')]
    await settle()
    feedOf('acme').push('1')
    await after(10 * second)
    a.close()
    feedOf('acme').push('2')
    expect(await askedWithin(minute)).toEqual({ b: 6 })
    expect([a.seen, b.seen, c.seen]).toEqual([['1'], ['1', '2'], ['1', '2']])
  })

  test('hand over when the asking tab is hidden; it catches up at once when it is shown', async () => {
    const [a, b] = [open('a'), open('b')]
    await settle()
    a.hide()
    feedOf('acme').push('1')
    expect(await askedWithin(minute)).toEqual({ b: 6 })
    expect([a.seen, b.seen]).toEqual([[], ['1']])
    asked.length = 0
    a.show()
    await after(0)
    expect(asked.filter((name) => name === 'a')).toHaveLength(1)
    expect(a.seen).toEqual(['1'])
    expect(await askedWithin(minute)).toEqual({ b: 6 })
  })

  test('do not ask while all are hidden, or after the end of the session', async () => {
    const [a, b] = [open('a'), open('b')]
    await settle()
    a.hide()
    b.hide()
    expect(await askedWithin(10 * minute)).toEqual({})
    a.show()
    await after(0)
    expect(asked).toEqual(['a'])
    a.close()
    b.close()
    expect(await askedWithin(10 * minute)).toEqual({})
  })

  test('a new tab looks once where the feed ends, and then gets what the asking tab gets', async () => {
    const a = open('a')
    await settle()
    feedOf('acme').push('1')
    await after(10 * second)
    const b = open('b')
    expect(await askedWithin(minute)).toEqual({ a: 6, b: 1 })
    feedOf('acme').push('2')
    await after(10 * second)
    expect([a.seen, b.seen]).toEqual([['1', '2'], ['2']])
  })
})

test('all tabs load everything again if too much has happened for the asking one, and then follow', async () => {
  const all = ['a', 'b'].map((name) => open(name))
  await settle()
  feedOf('acme').push(...Array.from({ length: 50 }, (_, index) => `many ${index}`))
  await after(20 * second)
  feedOf('acme').push('1')
  expect(await askedWithin(10 * second)).toEqual({ a: 1 })
  for (const { seen } of all) expect(seen).toEqual(['gap', '1'])
})

test('tabs of different organizations ask for themselves, and get nothing of each other', async () => {
  const [a, b] = [open('a', 'acme'), open('b', 'other')]
  await settle()
  feedOf('acme').push('1')
  feedOf('other').push('2')
  expect(await askedWithin(minute)).toEqual({ a: 6, b: 6 })
  expect([a.seen, b.seen]).toEqual([['1'], ['2']])
})

test('without locks, every tab asks for itself', async () => {
  const without = { ...browser, locks: undefined }
  const [a, b] = [open('a', 'acme', without), open('b', 'acme', without)]
  await settle()
  feedOf('acme').push('1')
  expect(await askedWithin(minute)).toEqual({ a: 6, b: 6 })
  expect([a.seen, b.seen]).toEqual([['1'], ['1']])
})

describe('while nobody acts', () => {
  test('a tab asks every 10 seconds for five minutes, every 30 until half an hour has passed, then each minute', async () => {
    open('a')
    expect(await askedWithin(5 * minute)).toEqual({ a: 30 })
    expect(await askedWithin(25 * minute)).toEqual({ a: 50 })
    expect(await askedWithin(60 * minute)).toEqual({ a: 60 })
  })

  test.each([
    ['acts in it', 'act'],
    ['acts in another tab', 'actElsewhere'],
    ['shows it', 'show'],
  ])('it asks at once and in short pauses again when somebody %s', async (_, what) => {
    const [a, b] = [open('a'), open('b')]
    await after(60 * minute)
    // In the middle of a pause of a minute.
    await askedWithin(minute)
    await after(20 * second)
    feedOf('acme').push('1')
    asked.length = 0
    if (what === 'act') a.act()
    else if (what === 'actElsewhere') b.act()
    else {
      a.hide()
      a.show()
    }
    await after(0)
    expect(asked).toContain('a')
    await after(10 * second)
    expect([a.seen, b.seen]).toEqual([['1'], ['1']])
    const again = Object.values(await askedWithin(minute)).reduce((sum, count) => sum + count)
    expect(again).toBe(6)
  })
})
