import {
  listParkedChanges,
  removeParkedChangesOf,
  takeUpParkedChanges,
} from '@cairn/domain/background/changes/parked'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { type ChangeRecord, changeEntity } from '@cairn/domain/storage/table/entities/events/change'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { type ChangeWorker, startChangeWorker } from '@cairn/local/background/change-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { takeAwayRecord } from '../../support/table/write-records.ts'
import { type Death, deathsOf, momentOf } from '../due/support/sweeper.ts'
import { writeOrganization } from './support/acme.ts'
import { eventNumber, numberOf } from './support/events.ts'
import { waitingChanges } from './support/waiting-changes.ts'

/** One change that can never be followed, among others of its organization and of another one. On one machine. */

const own = '00000000-0000-4000-8000-0000000000c1'
const other = '00000000-0000-4000-8000-0000000000c2'
const poison = 3

let table: TestTable
let worker: ChangeWorker | undefined
let fault: (() => Error) | undefined
/** Called with the number of each call to the table. */
let watch: { before?: (call: number) => void; after?: (call: number) => void }
let calls: number
const logged: { message: string; organizationId?: string; changeId?: string }[] = []

beforeEach(async () => {
  table = await createTestTable()
  for (const id of [own, other]) await writeOrganization(table.database, id)
  fault = () => Object.assign(new Error('Item size has exceeded'), { name: 'ValidationException' })
  watch = {}
  calls = 0
  logged.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(async () => {
  await worker?.stop()
  vi.useRealTimers()
  await table.stop()
})

/** A table that refuses every write with the poisoned event. */
function database(): Database {
  const send = async (command: { constructor: { name: string } }) => {
    const call = ++calls
    watch.before?.(call)
    const isAppend = /^(Transact|Put)/.test(command.constructor.name)
    const text = isAppend ? JSON.stringify(command) : ''
    const isOfPoison = text.includes(eventNumber(poison).id) && text.includes(`f#${shortId(own)}`)
    if (fault && isOfPoison) throw fault()
    const result = await table.database.client.send(command as never)
    watch.after?.(call)
    return result
  }
  return { ...table.database, client: { send } as never }
}

function start(): ChangeWorker {
  const log = (message: string, details: object) => void logged.push({ message, ...details })
  worker = startChangeWorker(database(), {
    clock: () => new Date(),
    listeners: [],
    logger: { info: log, error: log } as never,
  })
  return worker
}

async function commit(organizationId: string, number: number): Promise<void> {
  const change = recordEvents(table.database, { organizationId, events: [eventNumber(number)] })
  await transact({ ...table.database, onChange: () => worker?.wake() }, { change })
}

async function feedOf(organizationId: string): Promise<number[]> {
  const { events } = await readFeed(table.database, organizationId, { order: 'asc', limit: 100 })
  return events.map(({ event }) => numberOf(event))
}

/** Lets the worker try again and again, with its pauses, until so many minutes have passed. */
async function pass(minutes: number): Promise<void> {
  for (let step = 0; step < minutes * 2; step++) {
    vi.setSystemTime(Date.now() + 30_000)
    worker?.wake()
    await worker?.settled().catch(() => undefined)
  }
}

async function parked(): Promise<ChangeRecord[]> {
  const found: ChangeRecord[] = []
  for await (const change of listParkedChanges(table.database)) found.push(change)
  return found
}

const takeUp = () =>
  takeUpParkedChanges(
    table.database,
    async () => {
      throw new Error('There is no stream.')
    },
    new Date(),
  )

it('is parked after ten attempts, and what waited behind it goes on', async () => {
  for (const number of [1, 2, poison, 4, 5]) await commit(own, number)
  await commit(other, 1)
  start()
  await worker?.settled()
  // Changes before it are not held up by the page that they would have shared.
  expect(await feedOf(own)).toEqual([1, 2])
  expect(await feedOf(other)).toEqual([1])
  expect(await parked()).toEqual([])
  await pass(15)
  expect(await feedOf(own)).toEqual([1, 2, 4, 5])
  expect(await parked()).toMatchObject([
    {
      content: { organizationId: own, events: [{ id: eventNumber(poison).id }] },
      failure: 'ValidationException: Item size has exceeded',
    },
  ])
  expect(await waitingChanges(table.database)).toEqual([])
  expect(logged.filter(({ message }) => message.startsWith('parked'))).toMatchObject([
    { organizationId: own },
  ])
  await worker?.settled(own)
})

it('is taken up again with its whole content when the cause is corrected, once', async () => {
  for (const number of [1, poison, 4]) await commit(own, number)
  start()
  await pass(15)
  fault = undefined
  expect(await takeUp()).toEqual({ done: 1, failures: [] })
  expect(await takeUp()).toEqual({ done: 0, failures: [] })
  expect(await feedOf(own)).toEqual([1, 4, poison])
  expect(await parked()).toEqual([])
})

it('is removed with its organization, and those of others are not', async () => {
  for (const number of [1, poison]) await commit(own, number)
  start()
  await pass(15)
  expect(await removeParkedChangesOf(table.database, other)).toBe(0)
  expect(await parked()).toHaveLength(1)
  expect(await removeParkedChangesOf(table.database, own)).toBe(1)
  expect(await parked()).toEqual([])
})

it('waits without end if the cause is transient', async () => {
  fault = () => Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
  for (const number of [1, poison, 4]) await commit(own, number)
  start()
  await pass(60)
  expect(await parked()).toEqual([])
  fault = undefined
  await pass(2)
  expect(await feedOf(own)).toEqual([1, poison, 4])
})

it('loses and repeats nothing, wherever the process dies', async () => {
  let number = 100
  /** Returns how many calls the first process made. */
  async function die(when?: Death): Promise<number> {
    for (const one of [poison, ++number]) await commit(own, one)
    calls = 0
    const dieAt = (moment: Death['when']) => (call: number) => {
      if (when?.when === moment && call >= when.call) throw new Error('dead')
    }
    watch = { before: dieAt('before'), after: dieAt('after') }
    start()
    await pass(10)
    await worker?.stop()
    const spent = calls
    watch = {}
    start()
    await pass(10)
    await worker?.stop()
    const numbers = await feedOf(own)
    expect(
      numbers.filter((one) => one === number),
      momentOf(when),
    ).toEqual([number])
    expect(numbers, momentOf(when)).not.toContain(poison)
    expect(await waitingChanges(table.database), momentOf(when)).toEqual([])
    expect(await parked(), momentOf(when)).toHaveLength(1)
    const [change] = await parked()
    if (change) await takeAwayRecord(table.database, changeEntity, change)
    return spent
  }
  for (const death of deathsOf(await die())) await die(death)
})
