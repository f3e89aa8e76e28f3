import { readChanges } from '@cairn/domain/changes/queue'
import { recordEvents } from '@cairn/domain/changes/record-events'
import type { Database } from '@cairn/domain/database/client'
import { transact } from '@cairn/domain/database/transaction'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { type Pump, type PumpOptions, startPump } from '@cairn/local/background/pump'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createTestTable, type TestTable } from '../support/service/engine.ts'
import { writeAcme } from './support/acme.ts'
import { acme, eventNumber, numberOf } from './support/events.ts'

let table: TestTable
let pumps: Pump[]
/** Called before each call to the table. */
let before: (command: object) => Promise<void>
const logged: string[] = []

beforeEach(async () => {
  table = await createTestTable()
  await writeAcme(table.database)
  pumps = []
  before = async () => {}
  logged.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})

afterEach(async () => {
  before = async () => {}
  for (const pump of pumps) await pump.stop()
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

function start(options: Partial<PumpOptions> = {}): Pump {
  const log = (message: string) => void logged.push(message)
  const pump = startPump(database(), {
    clock: () => new Date(),
    followers: [],
    logger: { info: log, error: log } as never,
    ...options,
  })
  pumps.push(pump)
  return pump
}

/** Commits a change, as a request of this process does if there is a pump. */
async function commit(number: number, pump?: Pump): Promise<void> {
  const { database } = table
  const change = recordEvents(database, { organizationId: acme, events: [eventNumber(number)] })
  await transact({ ...database, onChange: () => pump?.nudge() }, { change })
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
    const pump = start()
    await commit(1, pump)
    await commit(2, pump)
    await pump.settled()
    expect(await feed()).toEqual([1, 2])
    expect(await readChanges(table.database, 10)).toEqual([])
  })

  it('does not wait if there are none', async () => {
    const pump = start()
    await pump.settled()
    before = async () => expect.unreachable()
    await pump.settled()
  })

  it('finds what is committed while earlier changes are handled', async () => {
    const pump = start()
    await commit(1, pump)
    let isFirst = true
    before = async ({ constructor: { name } }) => {
      if (name !== 'TransactWriteCommand' || !isFirst) return
      isFirst = false
      await commit(2, pump)
    }
    await pump.settled()
    await pump.settled()
    expect(await feed()).toEqual([1, 2])
  })

  it('gets the error if they cannot be handled, and finds them when they can', async () => {
    const pump = start()
    await pump.settled()
    before = async (command) => isDown(command)
    await commit(1, pump)
    await expect(pump.settled()).rejects.toThrow('The database is down.')
    before = async () => {}
    await pump.settled()
    expect(await feed()).toEqual([1])
  })
})

describe('the pump', () => {
  it('handles changes soon after they are committed, those of one moment together', async () => {
    const pump = start()
    await pump.settled()
    const commands: string[] = []
    before = async ({ constructor: { name } }) => void commands.push(name)
    for (const number of [1, 2, 3]) await commit(number, pump)
    expect(commands).toEqual([])
    await vi.advanceTimersByTimeAsync(25)
    await eventually(async () => expect(await readChanges(table.database, 10)).toEqual([]))
    expect(await feed()).toEqual([1, 2, 3])
    expect(commands.filter((name) => name === 'TransactWriteCommand')).toHaveLength(1)
  })

  it('handles at its start what a killed process has left', async () => {
    await commit(1)
    await start().settled()
    expect(await feed()).toEqual([1])
  })

  it('finds the changes of a process that was killed meanwhile', async () => {
    const pump = start({ lookEvery: 60_000 })
    await pump.settled()
    await commit(1)
    await vi.advanceTimersByTimeAsync(60_025)
    await eventually(async () => expect(await feed()).toEqual([1]))
  })

  it('tries again by itself, ever more slowly', async () => {
    const pump = start()
    await pump.settled()
    let tries = 0
    before = async (command) => {
      if (command.constructor.name === 'QueryCommand') tries++
      isDown(command)
    }
    await commit(1, pump)
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
    const pump = start({
      followers: [
        async () => {
          throw new Error('Nobody listens.')
        },
        async (organizationIds) => void told.push(organizationIds),
      ],
    })
    for (const number of [1, 2]) {
      await commit(number, pump)
      await pump.settled()
    }
    expect(told).toEqual([[acme], [acme]])
    expect(logged).toEqual(Array(2).fill('failed to follow new events'))
    expect(await readChanges(table.database, 10)).toEqual([])
  })

  it('handles nothing more after it has stopped', async () => {
    const pump = start()
    await pump.stop()
    await commit(1, pump)
    await vi.advanceTimersByTimeAsync(120_000)
    await pump.settled()
    expect(await feed()).toEqual([])
    expect(await readChanges(table.database, 10)).toHaveLength(1)
  })

  it('may run in several processes at once, which at worst append an event twice', async () => {
    const [one, other] = [start(), start()]
    await Promise.all([one.settled(), other.settled()])
    for (let number = 1; number <= 20; number++) await commit(number, number % 2 === 0 ? one : other)
    await Promise.all([one.settled(), other.settled()])
    const numbers = await feed()
    expect([...new Set(numbers)]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await readChanges(table.database, 30)).toEqual([])
  })
})
