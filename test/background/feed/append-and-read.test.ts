import { appendEvents } from '@cairn/domain/events/feed/append-events'
import type { FeedPosition } from '@cairn/domain/events/feed/position'
import { feedStart } from '@cairn/domain/events/feed/position'
import { type ReadFeedOptions, readFeed, readFeedEnd } from '@cairn/domain/events/feed/read-feed'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { writeAcme } from './support/acme.ts'
import { acme, eventNumber, eventNumbers, numberOf } from './support/events.ts'

let table: TestTable

beforeEach(async () => {
  table = await createTestTable()
  await writeAcme(table.database)
})

afterEach(() => table.stop())

async function read(options: Partial<ReadFeedOptions> = {}) {
  const part = await readFeed(table.database, acme, { order: 'asc', limit: 100, ...options })
  return { ...part, numbers: part.events.map(({ event }) => numberOf(event)) }
}

async function append(from: number, to: number, now?: Date) {
  await appendEvents(table.database, acme, eventNumbers(from, to), now)
}

/** Reads page by page, and returns the numbers of each page. */
async function follow(options: Pick<ReadFeedOptions, 'order' | 'limit'>): Promise<number[][]> {
  const parts: number[][] = []
  let after: FeedPosition | undefined
  for (;;) {
    const { numbers, events, more } = await read({ ...options, after })
    parts.push(numbers)
    if (!more) return parts
    after = events.at(-1)?.position
  }
}

describe('an empty feed', () => {
  it('has an end, from which the first event is found', async () => {
    const end = await readFeedEnd(table.database, acme)
    expect(end).toEqual(feedStart)
    expect(await read()).toEqual({ events: [], numbers: [], end, more: false })
    expect(await read({ order: 'desc' })).toEqual({ events: [], numbers: [], end, more: false })
    await append(1, 1)
    expect((await read({ after: end })).numbers).toEqual([1])
  })
})

describe('a feed', () => {
  it('returns events in the order in which they were appended, and the reverse', async () => {
    await append(1, 3)
    await append(4, 4)
    expect(await read()).toMatchObject({ numbers: [1, 2, 3, 4], more: false })
    expect(await read({ order: 'desc' })).toMatchObject({ numbers: [4, 3, 2, 1], more: false })
  })

  it.each([1, 2, 3, 7, 16, 17, 50])('can be followed and gone back %i at a time', async (limit) => {
    await append(1, 20)
    await append(21, 21)
    await append(22, 39)
    const all = Array.from({ length: 39 }, (_, index) => index + 1)
    const parts = await follow({ order: 'asc', limit })
    expect(parts.flat()).toEqual(all)
    expect(parts.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(39 / limit) }, (_, part) => Math.min(limit, 39 - part * limit)),
    )
    expect((await follow({ order: 'desc', limit })).flat()).toEqual(all.toReversed())
  })

  it('continues from the end of any earlier read', async () => {
    await append(1, 5)
    const forward = await read({ limit: 3 })
    const backward = await read({ order: 'desc', limit: 2 })
    const end = await readFeedEnd(table.database, acme)
    await append(6, 7)
    expect((await read({ after: forward.end })).numbers).toEqual([4, 5, 6, 7])
    expect((await read({ after: backward.end })).numbers).toEqual([6, 7])
    expect((await read({ after: end })).numbers).toEqual([6, 7])
  })

  it('leaves out older events than a time', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))
    for (const hour of [1, 2, 3]) {
      await appendEvents(table.database, acme, [eventNumber(hour, at(hour).toISOString())], at(hour))
    }
    expect(await read({ order: 'desc', since: at(2) })).toMatchObject({ numbers: [3, 2], more: false })
    expect(await read({ order: 'desc', since: at(2), limit: 1 })).toMatchObject({ numbers: [3], more: true })
  })

  it('belongs to one organization', async () => {
    await append(1, 1)
    const other = '00000000-0000-4000-8000-00000000000b'
    expect(await readFeed(table.database, other, { order: 'asc', limit: 10 })).toMatchObject({ events: [] })
  })
})
