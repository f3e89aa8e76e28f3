import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { createChangeHandler } from '@cairn/domain/background/changes/handle-changes'
import { handleQueue } from '@cairn/domain/background/changes/handle-queue'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { type FeedPosition, feedStart } from '@cairn/domain/events/feed/position'
import { readFeed, readFeedEnd } from '@cairn/domain/events/feed/read-feed'
import { transact } from '@cairn/domain/storage/database/transaction'
import { changeEntity } from '@cairn/domain/storage/table/entities/events/change'
import { eventEntity } from '@cairn/domain/storage/table/entities/events/event'
import { describe, expect, it } from 'vitest'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { writeAcme } from './support/acme.ts'
import { acme, eventNumber, numberOf } from './support/events.ts'
import { createSimulation, type SimulatedProcess, type Simulation } from './support/simulation.ts'

/**
 * Writers, appenders and readers on many instances, whose clocks differ by seconds, with transactions that take 5 s, crashes between
 * any two steps, lost answers and queries that are no snapshots. What followers saw is compared with what was committed.
 */

const { FEED_SEED = '20261122', FEED_RUNS = '8' } = process.env
const seeds = Array.from({ length: Number(FEED_RUNS) }, (_, index) => Number(FEED_SEED) + index)

const writers = 6
const eventsEach = 12
const appenders = 3
const followers = 4

/** The number of a writer's event. Events of a writer are those of one goal. */
const numberAt = (writer: number, count: number) => writer * 1_000 + count

type Home = 'queue' | 'stream'

type Run = {
  simulation: Simulation
  /** The events of transactions that the table has executed, once each. */
  committed: Set<number>
  /** In the order of their execution. */
  stream: Event[]
  /** Each follower's events, and its start. */
  seen: { start: FeedPosition; numbers: number[] }[]
}

async function play(table: TestTable, home: Home, seed: number): Promise<Run> {
  await writeAcme(table.database)
  const committed = new Set<number>()
  const stream: Event[] = []
  const checkpoint = { position: 0 }
  let writing = writers
  const run: Run = { simulation: undefined as never, committed, stream, seen: [] }
  const entity = home === 'queue' ? changeEntity : eventEntity

  const simulation = createSimulation(table, {
    seed,
    lost: 0.05,
    failed: 0.03,
    crash: 0.01,
    slow: 0.1,
    torn: 0.3,
    onCommit: ({ input }: TransactWriteCommand) => {
      for (const { Put: put } of input.TransactItems ?? []) {
        if (put?.Item?.__edb_e__ !== entity.schema.model.entity) continue
        const events = (home === 'queue' ? put.Item.c.events : put.Item.e) as Event[]
        for (const event of events) {
          // The table executes a transaction once, however often it is sent.
          if (!committed.has(numberOf(event))) stream.push(event)
          committed.add(numberOf(event))
        }
      }
    },
    // Somebody else takes over, and remembers nothing.
    onCrash: (name) => begin(`${name.replace(/ after.*/, '')} after ${simulation.counts.crashes}`),
  })
  run.simulation = simulation

  const isOver = () => writing === 0 && (home === 'queue' || checkpoint.position === stream.length)

  /** Of each writer, how far it has come. A writer that takes over goes on behind the last event that was committed. */
  async function write({ database, pause }: SimulatedProcess, writer: number): Promise<void> {
    const nextOf = () => {
      let count = 1
      while (committed.has(numberAt(writer, count))) count++
      return count
    }
    for (let count = nextOf(); count <= eventsEach; count = nextOf()) {
      const event = eventNumber(numberAt(writer, count))
      const change = recordEvents(
        { ...database, hasStream: home === 'stream' },
        { organizationId: acme, events: [event] },
      )
      await transact(database, { change }).catch(() => undefined)
      await pause()
    }
    writing--
  }

  /** On one machine: takes the queue, several processes at once. */
  async function handleWaiting({ database, now, pause }: SimulatedProcess): Promise<void> {
    const handle = createChangeHandler()
    const options = { handle, now, onEvents: () => {}, onCleanUp: () => {}, isStopping: () => false }
    for (let quiet = 0; quiet < 2; quiet = isOver() ? quiet + 1 : 0) {
      const failed = await handleQueue(database, options).catch(() => undefined)
      if (failed?.size !== 0) quiet = -1
      await pause()
    }
  }

  /** On AWS: takes the stream behind the checkpoint. Another instance may do the same at once. */
  async function followStream({ database, now, pause }: SimulatedProcess): Promise<void> {
    const handle = createChangeHandler()
    while (!isOver()) {
      const from = checkpoint.position
      const batch = stream.slice(from, from + 1 + Math.floor(simulation.random() * 40))
      const changes = batch.map((event) => ({ organizationId: acme, events: [event] }))
      if (changes.length > 0) {
        const { failures } = await handle(database, changes, now())
        const done = failures[0]?.index ?? changes.length
        checkpoint.position = Math.max(checkpoint.position, from + done)
      }
      await pause()
    }
  }

  async function follow(
    { database, now, pause }: SimulatedProcess,
    seen: Run['seen'][number],
    isAppended: () => boolean,
  ): Promise<void> {
    let after = seen.start
    for (let isLast = false; ; ) {
      try {
        const limit = 1 + Math.floor(simulation.random() * 20)
        const part = await readFeed(database, acme, { after, order: 'asc', limit, now: now() })
        seen.numbers.push(...part.events.map(({ event }) => numberOf(event)))
        after = part.end
        if (isLast && !part.more) return
        isLast = isAppended()
      } catch {
        // It asks again with the same cursor.
      }
      await pause()
    }
  }

  let appending = appenders
  const isAppended = () => isOver() && appending === 0

  /** Starts a process by its name, also in the place of one that has crashed. */
  function begin(name: string): void {
    const [kind, index] = name.split(' ')
    if (kind === 'writer') simulation.start(name, (process) => write(process, Number(index)))
    if (kind === 'appender') {
      simulation.start(name, async (process) => {
        await (home === 'queue' ? handleWaiting(process) : followStream(process))
        appending--
      })
    }
    if (kind === 'follower') {
      simulation.start(name, async (process) => {
        // Some begin at the start, the others where the feed ends now. One that takes over begins anew.
        const start = Number(index) < 2 ? feedStart : await endOf(process)
        const seen = { start, numbers: [] }
        run.seen.push(seen)
        await follow(process, seen, isAppended)
      })
    }
  }

  async function endOf({ database, pause }: SimulatedProcess): Promise<FeedPosition> {
    for (;;) {
      try {
        return await readFeedEnd(database, acme)
      } catch {
        await pause()
      }
    }
  }

  for (let writer = 1; writer <= writers; writer++) begin(`writer ${writer}`)
  for (let appender = 1; appender <= appenders; appender++) begin(`appender ${appender}`)
  for (let follower = 0; follower < followers; follower++) begin(`follower ${follower}`)
  await simulation.finish()
  return run
}

/** All events of the feed, with their places. */
async function wholeFeed({ database }: TestTable) {
  const events = []
  let after: FeedPosition | undefined
  for (;;) {
    const part = await readFeed(database, acme, { after, order: 'asc', limit: 100 })
    events.push(...part.events)
    after = part.end
    if (!part.more) return events
  }
}

const isAfter = (place: FeedPosition, start: FeedPosition) =>
  place.page > start.page || (place.page === start.page && place.index > start.index)

describe.each(['queue', 'stream'] as const)('followers of a feed that the %s fills', (home) => {
  it.each(seeds)('miss nothing (seed %i)', async (seed) => {
    const table = await createTestTable()
    try {
      const { committed, seen, simulation } = await play(table, home, seed)
      const feed = await wholeFeed(table)
      const numbers = feed.map(({ event }) => numberOf(event))

      // The feed has what was committed, and nothing else.
      expect(new Set(numbers)).toEqual(committed)
      expect(committed.size).toBe(writers * eventsEach)

      // Every follower has seen all that is behind the place where it began, in this order, once.
      expect(seen.length).toBeGreaterThanOrEqual(followers)
      for (const { start, numbers: seenNumbers } of seen) {
        const behind = feed.filter(({ position }) => isAfter(position, start))
        const expected = behind.map(({ event }) => numberOf(event))
        // One that has crashed has seen a part.
        expect(expected.slice(0, seenNumbers.length)).toEqual(seenNumbers)
      }
      const complete = seen.filter(({ start, numbers: seenNumbers }) => {
        return seenNumbers.length === feed.filter(({ position }) => isAfter(position, start)).length
      })
      expect(complete.length).toBeGreaterThanOrEqual(followers)

      // The events of a goal come in their order. Repeated ones come later.
      for (let writer = 1; writer <= writers; writer++) {
        const firsts = [...new Set(numbers.filter((number) => Math.floor(number / 1_000) === writer))]
        expect(firsts).toEqual(Array.from({ length: eventsEach }, (_, index) => numberAt(writer, index + 1)))
      }
      expect(simulation.counts.torn).toBeGreaterThan(0)
      // An instance may die before it marks its page, while another one that has the same changes acknowledges them.
      await appendEvents(table.database, acme, [eventNumber(numberAt(writers + 1, 1))])
      await expectSoundTable(table.database)
    } finally {
      await table.stop()
    }
  })
})
