import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { feedStart } from '@cairn/domain/events/feed/position'
import { type ReadFeedOptions, readFeed, readFeedEnd } from '@cairn/domain/events/feed/read-feed'
import type { Database } from '@cairn/domain/storage/database/client'
import { type FeedPageRecord, feedPageEntity } from '@cairn/domain/storage/table/entities/events/feed-page'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { readTable } from '../../support/table/read-table.ts'
import { writeRecords } from '../../support/table/write-records.ts'
import { writeAcme } from './support/acme.ts'
import { acme, eventNumber, numberOf } from './support/events.ts'

/** Pages that expire, and pages that a query misses. */

const day = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 0, 1)
const onDay = (count: number) => new Date(start + count * day)

let table: TestTable

beforeEach(async () => {
  table = await createTestTable()
  await writeAcme(table.database)
})
afterEach(() => table.stop())

async function append(database: Database, number: number, now: Date): Promise<void> {
  await appendEvents(database, acme, [eventNumber(number)], now)
}

async function read(database: Database, options: Partial<ReadFeedOptions> = {}) {
  const part = await readFeed(database, acme, { order: 'asc', limit: 10, ...options })
  return { ...part, numbers: part.events.map(({ event }) => numberOf(event)) }
}

async function pages(): Promise<FeedPageRecord[]> {
  const { feedPage } = await readTable(table.database)
  return feedPage.toSorted((left, right) => left.page - right.page)
}

/** The number of the page that is marked as the end. */
async function end(): Promise<number | undefined> {
  return (await readTable(table.database)).feedEnd[0]?.page
}

/** Deletes a page, as the table does when it has expired. */
async function expire(page: number): Promise<void> {
  const { client, tableName } = table.database
  const Key = keyOfRecord(feedPageEntity, { organizationKey: shortId(acme), page })
  await client.send(new DeleteCommand({ TableName: tableName, Key }))
}

/** A database with a client of its own, as another process has, that does something before the calls that it chooses. */
function anotherProcess(
  before: (command: object, count: number) => Promise<void> = async () => {},
): Database & {
  queries(): number
} {
  let count = 0
  let queries = 0
  const client = {
    send: async (command: object) => {
      if (command instanceof QueryCommand) queries++
      await before(command, ++count)
      return table.database.client.send(command as never)
    },
  }
  return { ...table.database, client: client as never, queries: () => queries }
}

describe('a page', () => {
  it('expires 90 days after it was appended, and is written once', async () => {
    await append(table.database, 1, onDay(0))
    await append(table.database, 2, onDay(30))
    expect((await pages()).map(({ ttl }) => ttl)).toEqual([
      onDay(90).getTime() / 1000,
      onDay(120).getTime() / 1000,
    ])
  })

  it('is marked as the end by the next appender if its own was killed', async () => {
    await append(table.database, 1, onDay(0))
    const killed = anotherProcess(async (command) => {
      if (command instanceof UpdateCommand) throw new Error('killed')
    })
    await expect(append(killed, 2, onDay(1))).rejects.toThrow('killed')
    expect(await end()).toBe(1)
    // The source was not acknowledged, so the event comes again.
    await append(anotherProcess(), 2, onDay(1))
    expect(await end()).toBe(3)
  })

  it('gets a time to live if an earlier version gave it none', async () => {
    await append(table.database, 1, onDay(0))
    await append(table.database, 2, onDay(1))
    const [, newest] = await pages()
    if (!newest) throw new Error('There is no page.')
    const { ttl: _, ...without } = newest
    await writeRecords(table.database, feedPageEntity, [without])
    await append(anotherProcess(), 3, onDay(2))
    await append(anotherProcess(), 4, onDay(3))
    expect((await pages()).map(({ ttl }) => typeof ttl)).toEqual(Array(4).fill('number'))
  })

  it('has a number that is not used again after all pages have expired, in whatever order', async () => {
    for (const number of [1, 2, 3]) await append(table.database, number, onDay(0))
    const after = await readFeedEnd(table.database, acme)
    await expire(3)
    await append(anotherProcess(), 4, onDay(91))
    expect((await pages()).map(({ page }) => page)).toEqual([1, 2, 4])
    for (const page of [1, 2, 4]) await expire(page)
    await append(anotherProcess(), 5, onDay(200))
    expect((await pages()).map(({ page }) => page)).toEqual([5])
    expect((await read(table.database, { after, now: onDay(200) })).numbers).toEqual([5])
  })

  it('is put once if its answer is lost, and the client sends it again', async () => {
    const lost = anotherProcess(async (command, count) => {
      if (count === 2) await table.database.client.send(command as never)
    })
    await append(lost, 1, onDay(0))
    expect(await pages()).toHaveLength(1)
  })

  it('comes after those that others have put since its appender last looked', async () => {
    const slow = anotherProcess()
    await append(slow, 1, onDay(0))
    for (const number of [2, 3, 4]) await append(table.database, number, onDay(0))
    await append(slow, 5, onDay(0))
    expect((await read(table.database)).numbers).toEqual([1, 2, 3, 4, 5])
    expect(await end()).toBe(5)
  })
})

describe('a reader', () => {
  it('goes on behind pages that have expired, also if the table deletes them in another order', async () => {
    for (const number of [1, 2, 3, 4, 5]) await append(table.database, number, onDay(number))
    const { end } = await read(table.database, { limit: 1 })
    await expire(2)
    await expire(4)
    const now = onDay(100)
    const first = await read(table.database, { after: end, now })
    expect(first).toMatchObject({ numbers: [3], more: true })
    expect(await read(table.database, { after: first.end, now })).toMatchObject({ numbers: [5], more: false })
    expect(await read(table.database, { order: 'desc' })).toMatchObject({ numbers: [5, 3, 1], more: false })
    await expire(1)
    expect((await read(table.database, { now })).numbers).toEqual([3])
    expect((await read(table.database, { after: feedStart, now })).numbers).toEqual([3])
  })

  it('need not look again where the next page is old', async () => {
    for (const number of [1, 2]) await append(table.database, number, onDay(0))
    await expire(1)
    const reader = anotherProcess()
    expect((await read(reader, { now: onDay(95) })).numbers).toEqual([2])
    expect(reader.queries()).toBe(1)
    expect((await read(reader, { now: onDay(0) })).numbers).toEqual([2])
    expect((await read(reader)).numbers).toEqual([2])
    expect(reader.queries()).toBe(5)
  })

  it('finds a page that was put while its query passed', async () => {
    await append(table.database, 1, onDay(0))
    const after = await readFeedEnd(table.database, acme)
    // The first query sees page 3 and not page 2, which was put before it.
    for (const number of [2, 3]) await append(table.database, number, onDay(0))
    const [, missed] = await pages()
    await expire(2)
    const reader = anotherProcess(async (_, count) => {
      if (count === 2 && missed) await writeRecords(table.database, feedPageEntity, [missed])
    })
    expect(await read(reader, { after, now: onDay(0) })).toMatchObject({ numbers: [2, 3], more: false })
  })
})
