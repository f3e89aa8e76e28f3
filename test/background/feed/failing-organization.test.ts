import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { writeBatches } from '@cairn/domain/storage/database/batch-write'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { type ChangeWorker, startChangeWorker } from '@cairn/local/background/change-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { writeOrganization } from './support/acme.ts'
import { eventNumber, numberOf } from './support/events.ts'
import { waitingChanges } from './support/waiting-changes.ts'

/** One organization whose events cannot be appended, among nine others. */

const organizations = Array.from({ length: 10 }, (_, index) => `00000000-0000-4000-8000-0000000000b${index}`)
const [poisoned = '', good = ''] = organizations
const backlog = 1_000
const all = Array.from({ length: backlog }, (_, index) => index + 1)

let table: TestTable
let changeWorkers: ChangeWorker[]
let isPoisoned: boolean
/** Of the poisoned organization. */
let appends: number
let queries: number
const logged: { message: string; organizationId?: string }[] = []
const told: string[][] = []

beforeEach(async () => {
  table = await createTestTable()
  for (const id of organizations) await writeOrganization(table.database, id)
  changeWorkers = []
  isPoisoned = true
  appends = 0
  queries = 0
  logged.length = 0
  told.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(async () => {
  for (const changeWorker of changeWorkers) await changeWorker.stop()
  vi.useRealTimers()
  await table.stop()
})

/** The change worker of a new process. */
function start(): { changeWorker: ChangeWorker; kill: () => void } {
  let isDead = false
  const client = {
    send: async (command: object) => {
      if (isDead) throw new Error('The process is dead.')
      if (command.constructor.name === 'QueryCommand') queries++
      if (isPoisoned && isAppendOf(command, poisoned)) {
        appends++
        throw new Error('The append fails.')
      }
      return table.database.client.send(command as never)
    },
  }
  const log = (message: string, details: object) => void logged.push({ message, ...details })
  const changeWorker = startChangeWorker(
    { ...table.database, client: client as never },
    {
      clock: () => new Date(),
      listeners: [async (organizationIds) => void told.push(organizationIds)],
      logger: { info: log, error: log } as never,
    },
  )
  changeWorkers.push(changeWorker)
  const kill = () => {
    isDead = true
  }
  return { changeWorker, kill }
}

function isAppendOf(command: object, organizationId: string): boolean {
  if (!(command instanceof TransactWriteCommand)) return false
  const puts = (command.input.TransactItems ?? []).flatMap(({ Put: put }) => (put ? [put] : []))
  return puts.some(({ Item: item }) => String(item?.pk).includes(shortId(organizationId)))
}

function change(organizationId: string, number: number) {
  return recordEvents(table.database, { organizationId, events: [eventNumber(number)] })
}

async function commit(organizationId: string, number: number, changeWorker?: ChangeWorker): Promise<void> {
  const database: Database = { ...table.database, onChange: () => changeWorker?.wake() }
  await transact(database, { change: change(organizationId, number) })
}

/** Lets changes of the poisoned organization wait, before those of all others. */
async function fill(): Promise<void> {
  const items = all.map(
    (number) =>
      change(poisoned, number).Put?.params({ table: table.database.tableName }) as {
        Item: Record<string, unknown>
      },
  )
  await writeBatches(
    table.database,
    items.map(({ Item: item }) => ({ PutRequest: { Item: item } })),
  )
}

async function feedOf(organizationId: string): Promise<number[]> {
  const numbers: number[] = []
  let after: Awaited<ReturnType<typeof readFeed>>['end'] | undefined
  for (;;) {
    const part = await readFeed(table.database, organizationId, { after, order: 'asc', limit: 100 })
    numbers.push(...part.events.map(({ event }) => numberOf(event)))
    after = part.end
    if (!part.more) return numbers
  }
}

it('is passed by, and its events arrive complete and in order when it can be followed again', async () => {
  await fill()
  for (const id of organizations.slice(1)) await commit(id, 1)
  const { changeWorker } = start()
  for (const id of organizations.slice(1)) {
    await changeWorker.settled(id)
    expect(await feedOf(id)).toEqual([1])
  }
  expect(told.flat().sort()).toEqual(organizations.slice(1))
  await expect(changeWorker.settled(poisoned)).rejects.toThrow('The append fails.')
  expect(await waitingChanges(table.database)).toHaveLength(backlog)
  await commit(good, 2, changeWorker)
  await changeWorker.settled(good)
  expect(await feedOf(good)).toEqual([1, 2])

  await vi.advanceTimersByTimeAsync(1_000)
  await eventually(() => expect(appends).toBeGreaterThan(1))
  const message = 'failed to follow changes of an organization, which is tried again'
  expect(logged).toEqual([{ message, organizationId: poisoned, error: expect.any(Error) }])

  await commit(poisoned, backlog + 1, changeWorker)
  // A round that runs would have no time left after the next step.
  await changeWorker.settled()
  isPoisoned = false
  // Not by timers: they would take the time that the batch has.
  vi.setSystemTime(Date.now() + 60_000)
  changeWorker.wake()
  await changeWorker.settled(poisoned)
  expect(await feedOf(poisoned)).toEqual([...all, backlog + 1])
  expect(logged.slice(1)).toEqual([
    { message: 'follows changes of an organization again', organizationId: poisoned },
  ])
  expect(await waitingChanges(table.database)).toEqual([])
})

it('is tried ever more rarely, and at most once a second for those who wait for it', async () => {
  await commit(poisoned, 1)
  const { changeWorker } = start()
  await changeWorker.settled()
  const appendsAfter = async (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds)
    changeWorker.wake()
    await changeWorker.settled()
    return appends
  }
  expect(appends).toBe(1)
  expect(await appendsAfter(1_000)).toBe(2)
  expect(await appendsAfter(1_000)).toBe(2)
  expect(await appendsAfter(1_000)).toBe(3)
  for (let count = 0; count < 5; count++) await expect(changeWorker.settled(poisoned)).rejects.toThrow()
  expect(appends).toBe(3)
  vi.setSystemTime(Date.now() + 1_000)
  for (let count = 0; count < 5; count++) await expect(changeWorker.settled(poisoned)).rejects.toThrow()
  expect(appends).toBe(4)
})

it('costs the others no reads of what waits for it', async () => {
  await fill()
  const { changeWorker } = start()
  await changeWorker.settled()
  // Its changes are older than a transaction may take.
  vi.setSystemTime(Date.now() + 120_000)
  await expect(changeWorker.settled(poisoned)).rejects.toThrow()
  queries = 0
  await commit(good, 1, changeWorker)
  await changeWorker.settled(good)
  expect(await feedOf(good)).toEqual([1])
  // One of the queue, those of a first append, and those of the goal's long texts.
  expect(queries).toBeLessThanOrEqual(5)
})

it('misses and repeats nothing if the process is killed', async () => {
  await fill()
  const first = start()
  await first.changeWorker.settled(good)
  first.kill()
  await commit(good, 1)
  await commit(poisoned, backlog + 1)
  const second = start()
  await second.changeWorker.settled(good)
  expect(await feedOf(good)).toEqual([1])
  second.kill()
  isPoisoned = false
  await start().changeWorker.settled(poisoned)
  expect(await feedOf(poisoned)).toEqual([...all, backlog + 1])
  await eventually(async () => expect(await waitingChanges(table.database)).toEqual([]))
})
