import { randomUUID } from 'node:crypto'
import { marshall } from '@aws-sdk/util-dynamodb'
import {
  listParkedChanges,
  maximumChangeAttempts,
  takeUpParkedChanges,
} from '@cairn/domain/background/changes/parked'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import type { Database } from '@cairn/domain/storage/database/client'
import { readPartition } from '@cairn/domain/storage/database/read-partition'
import { type ChangeRecord, changeEntity } from '@cairn/domain/storage/table/entities/events/change'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalWordsEntity } from '@cairn/domain/storage/table/entities/goals/goal-words'
import { createChangesHandler } from '@cairn/functions/goal-changes/handler'
import { readParkedRecord } from '@cairn/functions/goal-changes/read-parked-record'
import { createLogger } from '@cairn/lambda/logging/logger'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { beforeEach, expect, it } from 'vitest'
import { deathsOf, momentOf, watched } from '../../background/due/support/sweeper.ts'
import { writeOrganization } from '../../background/feed/support/acme.ts'
import { eventNumber, numberOf } from '../../background/feed/support/events.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { takeAwayRecord, writeRecords } from '../../support/table/write-records.ts'

/** A record of the stream that can never be followed, among others. Lambda calls the function as its event source mapping does. */

const { database } = stopAfterFile(await createTestTable())
const lines: string[] = []
const announced: string[] = []

let own: string
let other: string
let sequence = 1_000
/** The event that cannot be appended, and the reason. */
let poison: { id: string; error: Error } | undefined

beforeEach(async () => {
  own = randomUUID()
  other = randomUUID()
  for (const id of [own, other]) await writeOrganization(database, id)
  for (const change of await parked()) await takeAwayRecord(database, changeEntity, change)
  poison = undefined
  lines.length = 0
  announced.length = 0
})

/** A table that refuses the poisoned event. */
const refusing = (): Database => {
  const send = async (command: { constructor: { name: string }; input: { Item?: { pk?: string } } }) => {
    const isAppend = command.constructor.name === 'PutCommand' && command.input.Item?.pk?.startsWith('f#')
    if (poison && isAppend && JSON.stringify(command.input).includes(poison.id)) throw poison.error
    return database.client.send(command as never)
  }
  return { ...database, client: { send } as never, hasStream: true }
}

/** The function in a new process. */
function newProcess(own: Database = refusing()) {
  const handler = createChangesHandler({
    database: own,
    logger: createLogger('INFO', (line) => lines.push(line)),
    announceParked: async ({ id, failure }) => void announced.push(`${id}: ${failure}`),
  })
  return (Records: DynamoDBRecord[]) => handler({ Records }, { getRemainingTimeInMillis: () => 60_000 })
}

type Invoke = (records: DynamoDBRecord[]) => Promise<DynamoDBBatchResponse>

/** Gives records to the function as the event source mapping does, and returns how often. */
async function poll(records: DynamoDBRecord[], invoke: Invoke, limit = 40): Promise<number> {
  let batch = records
  for (let calls = 1; ; calls++) {
    const [failure] = (await invoke(batch)).batchItemFailures
    if (!failure || calls === limit) return calls
    batch = batch.slice(
      batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier),
    )
  }
}

function recordOf(item: object, eventName: DynamoDBRecord['eventName'] = 'INSERT'): DynamoDBRecord {
  const number = String(++sequence)
  const image = marshall(item, { removeUndefinedValues: true }) as never
  return {
    eventID: `event-${number}`,
    eventName,
    dynamodb: { SequenceNumber: number, ApproximateCreationDateTime: 1_795_000_000, NewImage: image },
  }
}

/** A record with an event of an organization. */
function told(organizationId: string, number: number): DynamoDBRecord {
  const events = [eventNumber(number)]
  const { Put: put } = recordEvents({ ...database, hasStream: true }, { organizationId, events })
  if (!put) throw new Error('nothing is written')
  return recordOf((put.params({ table: 'any' }) as { Item: object }).Item)
}

async function feedOf(organizationId: string): Promise<number[]> {
  const { events } = await readFeed(database, organizationId, { order: 'asc', limit: 100 })
  return events.map(({ event }) => numberOf(event))
}

async function parked(): Promise<ChangeRecord[]> {
  const found: ChangeRecord[] = []
  for await (const change of listParkedChanges(database)) found.push(change)
  return found
}

const takeUp = () => takeUpParkedChanges(database, readParkedRecord, new Date())
const tooLarge = () => Object.assign(new Error('Item size has exceeded'), { name: 'ValidationException' })

it('is parked after ten attempts with its whole record, and everything else goes on', async () => {
  poison = { id: eventNumber(3).id, error: tooLarge() }
  const records = [told(own, 1), told(own, 2), told(own, 3), told(other, 11), told(own, 4), told(other, 12)]
  const calls = await poll(records, newProcess())
  expect(calls).toBeLessThanOrEqual(maximumChangeAttempts + 1)
  expect(await feedOf(own)).toEqual([1, 2, 4])
  expect(await feedOf(other)).toEqual([11, 12])
  const [, , record] = records
  expect(await parked()).toMatchObject([
    { changeId: record?.eventID, failure: 'ValidationException: Item size has exceeded' },
  ])
  expect(announced).toEqual([`${record?.eventID}: ValidationException: Item size has exceeded`])
  expect(lines.filter((line) => line.includes('parked a change'))).toHaveLength(1)

  poison = undefined
  expect(await takeUp()).toEqual({ done: 1, failures: [] })
  expect(await takeUp()).toEqual({ done: 0, failures: [] })
  expect(await feedOf(own)).toEqual([1, 2, 4, 3])
})

it('stops only itself if it cannot even be read, and remains parked until a version can read it', async () => {
  const broken = told(own, 2)
  const unreadable = { ...broken.dynamodb?.NewImage, x: { UNKNOWN: '1' } } as never
  const records = [told(own, 1), { ...broken, dynamodb: { ...broken.dynamodb, NewImage: unreadable } }]
  await poll([...records, told(own, 3), told(other, 11)], newProcess())
  expect(await feedOf(own)).toEqual([1, 3])
  expect(await feedOf(other)).toEqual([11])
  expect(await takeUp()).toMatchObject({ done: 0, failures: [{ changeId: broken.eventID }] })
  expect(await parked()).toHaveLength(1)
})

it('is retried without end while its failures are transient', async () => {
  poison = { id: eventNumber(2).id, error: Object.assign(new Error(), { name: 'ThrottlingException' }) }
  const records = [told(own, 1), told(own, 2), told(own, 3)]
  expect(await poll(records, newProcess(), 30)).toBe(30)
  expect(await parked()).toEqual([])
  poison = undefined
  await poll(records, newProcess())
  expect(new Set(await feedOf(own))).toEqual(new Set([1, 2, 3]))
})

it('is tried by any number of processes, whose attempts count together', async () => {
  poison = { id: eventNumber(1).id, error: tooLarge() }
  // A first batch counts once more.
  const calls = await poll([told(own, 1), told(own, 2)], (records) => newProcess()(records))
  expect(calls).toBeLessThanOrEqual(maximumChangeAttempts)
  expect(await feedOf(own)).toEqual([2])
  expect(await parked()).toHaveLength(1)
})

it('is parked without another attempt if ten processes have crashed at it', async () => {
  const records = [told(own, 1)]
  const crashing = () => {
    let calls = 0
    const send = (command: never) => {
      // The count is the first call.
      if (++calls > 1) return Promise.reject(Object.assign(new Error('killed'), { name: 'TimeoutError' }))
      return database.client.send(command)
    }
    return newProcess({ ...database, client: { send } as never, hasStream: true })
  }
  for (let crash = 0; crash < maximumChangeAttempts; crash++) await crashing()(records)
  expect(await parked()).toEqual([])
  expect(await newProcess()(records)).toEqual({ batchItemFailures: [] })
  expect(await parked()).toMatchObject([{ failure: expect.stringContaining('crashed or timed out') }])
  expect(await takeUp()).toEqual({ done: 1, failures: [] })
  expect(await feedOf(own)).toEqual([1])
})

it('is taken up by the words that its goal has now', async () => {
  const goal = goalKeyOf({ organizationId: own, goalId: randomUUID() })
  const words = (before: string, after: string): DynamoDBRecord => {
    const image = (w: string) =>
      marshall({ __edb_e__: 'goalWords', o: goal.organizationKey, g: goal.goalKey, w })
    const record = recordOf({}, 'MODIFY')
    const dynamodb = { ...record.dynamodb, OldImage: image(before), NewImage: image(after) } as never
    return { ...record, dynamodb }
  }
  const first = words('oak', 'apple elm')
  // The postings of the first one cannot be written.
  const refusingPostings = {
    ...database,
    client: {
      send: (command: { constructor: { name: string } }) => {
        const text = command.constructor.name === 'BatchWriteCommand' ? JSON.stringify(command) : ''
        if (text.includes('apple')) return Promise.reject(tooLarge())
        return database.client.send(command as never)
      },
    } as never,
  }
  await poll([first, words('elm', 'elm pine')], newProcess(refusingPostings))
  expect(await parked()).toHaveLength(1)
  await writeRecords(database, goalWordsEntity, [{ ...goal, words: 'elm pine' }])
  expect(await takeUp()).toEqual({ done: 1, failures: [] })
  const postings = await Promise.all(
    ['a', 'e', 'o', 'p'].map((initial) => readPartition(database, `p#${goal.organizationKey}#${initial}`)),
  )
  expect(postings.flatMap(({ items }) => items.map(({ w }) => w))).toEqual(['elm', 'pine'])
})

it('is neither lost nor holds the others up, wherever a process dies', async () => {
  let number = 100
  async function die(death?: (typeof deaths)[number]): Promise<number> {
    poison = { id: eventNumber(++number).id, error: tooLarge() }
    const poisoned = number
    const records = [told(own, poisoned), told(own, ++number), told(other, number + 1_000)]
    let spent = 0
    const dieAt = (when: 'before' | 'after') => (call: number) => {
      spent = call
      if (death?.when === when && call >= death.call)
        throw Object.assign(new Error(), { name: 'TimeoutError' })
    }
    const dying = newProcess(watched(refusing(), { before: dieAt('before'), after: dieAt('after') }))
    // Lambda gives the whole batch to a new process.
    await poll(records, dying, 12).catch(() => undefined)
    await poll(records, newProcess())
    expect(await feedOf(other), momentOf(death)).toContain(number + 1_000)
    expect(await feedOf(own), momentOf(death)).toContain(number)
    expect(await feedOf(own), momentOf(death)).not.toContain(poisoned)
    expect(await parked(), momentOf(death)).toMatchObject([{ changeId: records[0]?.eventID }])
    for (const change of await parked()) await takeAwayRecord(database, changeEntity, change)
    return spent
  }
  const deaths = deathsOf(await die())
  for (const death of deaths) await die(death)
})
