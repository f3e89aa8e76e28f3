import { createChangeHandler } from '@cairn/domain/background/changes/handle-changes'
import { handleQueue } from '@cairn/domain/background/changes/handle-queue'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeAcme } from '../../background/feed/support/acme.ts'
import { acme, eventNumbers, numberOf } from '../../background/feed/support/events.ts'
import { waitingChanges } from '../../background/feed/support/waiting-changes.ts'
import { createRecords } from '../../infra/support/orphaned-goal.ts'
import { createWireTable, engineEndpoint, type WireTable } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-call.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { sampleOf, sampleTitle } from '../../support/test-all.ts'
import { faultKinds } from './support/fault-kinds.ts'
import { type Lane, startFaultProxy } from './support/fault-proxy.ts'

/** Faults at the calls of the handler that takes changes to the feed: each kind, at every call or a sample. */

const goalId = '00000000-0000-4000-8000-00000000000c'
const goalPartition = keyOfRecord(goalRowEntity, goalKeyOf({ organizationId: acme, goalId })).pk
/** Two pages, so that one gets a time to live. */
const events = eventNumbers(1, 20)

const proxy = stopAfterFile(await startFaultProxy(await engineEndpoint()))

/** A table with changes that wait, one of which is the deletion of a goal that has left records. */
async function withChanges(
  lane: Lane,
  use: (table: WireTable, database: Database) => Promise<void>,
): Promise<void> {
  const table = await createWireTable()
  const database = createDatabase({ ...table, attach: undefined, endpoint: lane.endpoint })
  connectionsOf(database).updateHttpClientConfig('requestTimeout', requestTimeoutMilliseconds)
  try {
    await writeAcme(table.database)
    for (const event of events) {
      const isLast = event === events.at(-1)
      const change = { organizationId: acme, events: [event], ...(isLast && { deletedGoalId: goalId }) }
      await transact(table.database, { change: recordEvents(table.database, change) })
    }
    await createRecords(table.database, goalPartition, 3)
    await use(table, database)
  } finally {
    closeDatabase(database)
    await table.stop()
  }
}

/** The part of a database client that has connections and their time limits. */
const connectionsOf = ({ client }: Database) =>
  client.config.requestHandler as unknown as {
    updateHttpClientConfig(name: 'requestTimeout', milliseconds: number): void
    /** After the first call. */
    httpHandlerConfigs(): object
  }

/** One round of a new process. Returns the organizations that failed. */
async function round(database: Database, batchMilliseconds?: number): Promise<Map<string, unknown>> {
  return await handleQueue(database, {
    handle: createChangeHandler(),
    now: () => new Date(),
    onEvents: () => {},
    onCleanUp: () => {},
    isStopping: () => false,
    ...(batchMilliseconds !== undefined && { batchMilliseconds }),
  })
}

/** Much less than the 2 seconds of the product. */
const requestTimeoutMilliseconds = 200

let lanes = 0
const newLane = () => proxy.lane(`feed-${++lanes}`)

async function callsOfRound(): Promise<readonly EngineCall[]> {
  const lane = newLane()
  let calls: readonly EngineCall[] = []
  await withChanges(lane, async (_, database) => {
    lane.setFault(() => 'pass')
    await round(database)
    calls = [...lane.calls]
  })
  return calls
}

const calls = await callsOfRound()
const cases = (['once', 'from then on'] as const).flatMap((duration) =>
  Object.entries(faultKinds).flatMap(([kind, { meets, isTransient }]) =>
    sampleOf(
      calls.filter((call) => meets(call) && !(isTransient && duration !== 'once')),
      3,
    ).map(({ index, operation }) => ({ kind, index, operation, duration })),
  ),
)

it('has a client that gives up a hanging call after 2 seconds, three times within the 8 of a request', async () => {
  const { database, stop } = await createWireTable()
  await waitingChanges(database)
  expect(connectionsOf(database).httpHandlerConfigs()).toMatchObject({
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    throwOnRequestTimeout: true,
  })
  expect(await database.client.config.maxAttempts()).toBe(3)
  await stop()
})

describe.concurrent(`a round of changes (${sampleTitle})`, () => {
  // The pauses between attempts are random, up to these: of the client, and of the domain.
  beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.01))
  afterAll(() => vi.restoreAllMocks())

  it.each(cases)(
    'misses nothing after $kind at call $index, $operation, $duration',
    async ({ kind, index, duration }) => {
      const lane = newLane()
      const { fault, meets } = faultKinds[kind] ?? expect.unreachable()
      await withChanges(lane, async (table, database) => {
        lane.setFault((call) => {
          const isMet = call.index >= index && (duration !== 'once' || lane.faults === 0)
          return isMet && meets(call) ? fault : 'pass'
        })
        // A lasting conflict is retried until the batch has no time left.
        const attempt = () =>
          round(database, duration === 'once' ? undefined : 2_000).then(
            ({ size }) => size > 0,
            () => true,
          )
        let failed = await attempt()
        let hasFailed = failed
        // On a slow machine the time may be over before the call.
        while (lane.faults === 0 && failed) {
          failed = await attempt()
          hasFailed = true
        }
        expect(lane.faults).toBeGreaterThan(0)
        await lane.heal()
        // Another process, which knows nothing of the first one's work.
        await round(table.database)
        expect(await waitingChanges(table.database)).toEqual([])
        expect((await readGoalPartition(table.database, acme, goalId)).keys).toEqual([])
        const feed = await readFeed(table.database, acme, { order: 'asc', limit: 100 })
        const numbers = feed.events.map(({ event }) => numberOf(event))
        expect([...new Set(numbers)]).toEqual(events.map(numberOf))
        // The client's own attempts do not repeat an event.
        if (!hasFailed) expect(numbers).toHaveLength(events.length)
        await expectSoundTable(table.database)
      })
    },
  )
})
