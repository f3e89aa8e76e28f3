import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import {
  type ChangeWorker,
  type ChangeWorkerOptions,
  startChangeWorker,
} from '@cairn/local/background/change-worker'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { writeAcme } from './support/acme.ts'
import { acme, eventNumber, numberOf } from './support/events.ts'
import { waitingChanges } from './support/waiting-changes.ts'

let table: TestTable
let changeWorkers: ChangeWorker[]
/** Called before each call to the table. */
let before: (command: object) => Promise<void>
const logged: string[] = []

beforeEach(async () => {
  table = await createTestTable()
  await writeAcme(table.database)
  changeWorkers = []
  before = async () => {}
  logged.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})

afterEach(async () => {
  before = async () => {}
  for (const changeWorker of changeWorkers) await changeWorker.stop()
  vi.useRealTimers()
  await table.stop()
})

function database(): Database {
  const client = {
    send: async (command: object) => {
      await before(command)
      return table.database.client.send(command as never)
    },
  }
  return { ...table.database, client: client as never }
}

function start(options: Partial<ChangeWorkerOptions> = {}): ChangeWorker {
  const log = (message: string) => void logged.push(message)
  const changeWorker = startChangeWorker(database(), {
    clock: () => new Date(),
    listeners: [],
    logger: { info: log, error: log } as never,
    ...options,
  })
  changeWorkers.push(changeWorker)
  return changeWorker
}

/** Commits a change, as a request of this process does if there is a change worker. */
async function commit(number: number, changeWorker?: ChangeWorker): Promise<void> {
  const { database } = table
  const change = recordEvents(database, { organizationId: acme, events: [eventNumber(number)] })
  await transact({ ...database, onChange: () => changeWorker?.wake() }, { change })
}

async function feed(): Promise<number[]> {
  const { events } = await readFeed(table.database, acme, { order: 'asc', limit: 100 })
  return events.map(({ event }) => numberOf(event))
}

const isDown = (command: object) => {
  if (command.constructor.name === 'QueryCommand') throw new Error('The database is down.')
}

describe('whoever waits for changes', () => {
  it('finds what was committed before, at once', async () => {
    const changeWorker = start()
    await commit(1, changeWorker)
    await commit(2, changeWorker)
    await changeWorker.settled()
    expect(await feed()).toEqual([1, 2])
    expect(await waitingChanges(table.database)).toEqual([])
  })

  it('does not wait if there are none', async () => {
    const changeWorker = start()
    await changeWorker.settled()
    before = async () => expect.unreachable()
    await changeWorker.settled()
  })

  it('finds what is committed while earlier changes are handled', async () => {
    const changeWorker = start()
    await commit(1, changeWorker)
    let isFirst = true
    before = async ({ constructor: { name } }) => {
      if (name !== 'TransactWriteCommand' || !isFirst) return
      isFirst = false
      await commit(2, changeWorker)
    }
    await changeWorker.settled()
    await changeWorker.settled()
    expect(await feed()).toEqual([1, 2])
  })

  it('gets the error if they cannot be handled, and finds them when they can', async () => {
    const changeWorker = start()
    await changeWorker.settled()
    before = async (command) => isDown(command)
    await commit(1, changeWorker)
    await expect(changeWorker.settled()).rejects.toThrow('The database is down.')
    before = async () => {}
    await changeWorker.settled()
    expect(await feed()).toEqual([1])
  })
})

describe('the change worker', () => {
  it('handles changes soon after they are committed, those of one moment together', async () => {
    const changeWorker = start()
    await changeWorker.settled()
    const commands: string[] = []
    before = async ({ constructor: { name } }) => void commands.push(name)
    for (const number of [1, 2, 3]) await commit(number, changeWorker)
    expect(commands).toEqual([])
    await vi.advanceTimersByTimeAsync(25)
    await eventually(async () => expect(await waitingChanges(table.database)).toEqual([]))
    expect(await feed()).toEqual([1, 2, 3])
    expect(commands.filter((name) => name === 'TransactWriteCommand')).toHaveLength(1)
  })

  it('handles at its start what a killed process has left', async () => {
    await commit(1)
    await start().settled()
    expect(await feed()).toEqual([1])
  })

  it('finds the changes of a process that was killed meanwhile', async () => {
    const changeWorker = start({ pollEvery: 60_000 })
    await changeWorker.settled()
    await commit(1)
    await vi.advanceTimersByTimeAsync(60_025)
    await eventually(async () => expect(await feed()).toEqual([1]))
  })

  it('tries again by itself, ever more slowly', async () => {
    const changeWorker = start()
    await changeWorker.settled()
    let tries = 0
    before = async (command) => {
      if (command.constructor.name === 'QueryCommand') tries++
      isDown(command)
    }
    await commit(1, changeWorker)
    const triesUntil = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds)
      return tries
    }
    expect(await triesUntil(25)).toBe(1)
    expect(await triesUntil(1_000)).toBe(2)
    expect(await triesUntil(1_000)).toBe(2)
    expect(await triesUntil(1_000)).toBe(3)
    expect(logged).toContain('failed to follow changes, which is tried again')
    before = async () => {}
    await vi.advanceTimersByTimeAsync(4_000)
    await eventually(async () => expect(await feed()).toEqual([1]))
  })

  it('tells followers which organizations have events, and goes on if one fails', async () => {
    const told: string[][] = []
    const changeWorker = start({
      listeners: [
        async () => {
          throw new Error('Nobody listens.')
        },
        async (organizationIds) => void told.push(organizationIds),
      ],
    })
    for (const number of [1, 2]) {
      await commit(number, changeWorker)
      await changeWorker.settled()
    }
    expect(told).toEqual([[acme], [acme]])
    expect(logged).toEqual(Array(2).fill('failed to follow new events'))
    expect(await waitingChanges(table.database)).toEqual([])
  })

  it('handles nothing more after it has stopped', async () => {
    const changeWorker = start()
    await changeWorker.stop()
    await commit(1, changeWorker)
    await vi.advanceTimersByTimeAsync(120_000)
    await changeWorker.settled()
    expect(await feed()).toEqual([])
    expect(await waitingChanges(table.database)).toHaveLength(1)
  })

  it('may run in several processes at once, which at worst append an event twice', async () => {
    const [one, other] = [start(), start()]
    await Promise.all([one.settled(), other.settled()])
    for (let number = 1; number <= 20; number++) await commit(number, number % 2 === 0 ? one : other)
    await Promise.all([one.settled(), other.settled()])
    const numbers = await feed()
    expect([...new Set(numbers)]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await waitingChanges(table.database)).toEqual([])
  })
})
