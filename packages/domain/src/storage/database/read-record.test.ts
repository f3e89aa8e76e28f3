import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { mockDatabase } from '../mocked-database.ts'
import { membershipEntity } from '../table/entities/organizations/membership.ts'
import { organizationEntity } from '../table/entities/organizations/organization.ts'
import { toItem } from '../table/entity.ts'
import { readItem, readRecord, readRecords } from './read-record.ts'

const { mock, database } = mockDatabase()

type Keys = { pk: string; sk: string }[]
let stored: Record<string, unknown>[]

const keyAt = (number: number) => ({ pk: `pk ${number}`, sk: 'sk' })
const itemAt = (number: number) => ({ ...keyAt(number), number })
const find = (keys: Keys) => stored.filter(({ pk, sk }) => keys.some((key) => key.pk === pk && key.sk === sk))

beforeEach(() => {
  mock.reset()
  stored = Array.from({ length: 250 }, (_, number) => itemAt(number))
  mock.on(GetCommand).callsFake(({ Key }) => ({ Item: find([Key])[0] }))
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    // DynamoDB returns items in any order.
    Responses: { cairn: find(RequestItems.cairn.Keys).reverse() },
  }))
})

const batches = (): Keys[] =>
  mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.cairn?.Keys as Keys)

test('reads of one turn share one call, and each gets its own record', async () => {
  const later = Promise.resolve().then(() => readItem({ ...database, deadline: Date.now() + 1000 }, keyAt(2)))
  const items = await Promise.all([readItem(database, keyAt(1)), readItem(database, keyAt(999)), later])
  expect(items).toEqual([itemAt(1), undefined, itemAt(2)])
  expect(batches()).toEqual([[keyAt(1), keyAt(999), keyAt(2)]])
  expect(mock.calls()).toHaveLength(1)
  expect(mock.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.cairn?.ConsistentRead).toBe(true)
})

test('reads a record once for several callers', async () => {
  const items = await Promise.all([1, 2, 1, 1].map((number) => readItem(database, keyAt(number))))
  expect(items).toEqual([itemAt(1), itemAt(2), itemAt(1), itemAt(1)])
  expect(batches()).toEqual([[keyAt(1), keyAt(2)]])
})

test('a single read is a consistent GetItem', async () => {
  expect(await readItem(database, keyAt(1))).toEqual(itemAt(1))
  expect(await readItem(database, keyAt(999))).toBeUndefined()
  const [{ args } = { args: [] }] = mock.commandCalls(GetCommand)
  expect(args[0]?.input).toEqual({ TableName: 'cairn', Key: keyAt(1), ConsistentRead: true })
  expect(batches()).toEqual([])
})

test('a read of a later turn never joins a call that was sent before', async () => {
  const first = readItem(database, keyAt(1))
  await new Promise((resolve) => setImmediate(resolve))
  const second = readItem(database, keyAt(1))
  stored = [{ ...keyAt(1), number: 'changed' }]
  expect((await second)?.number).toBe('changed')
  await first
  expect(mock.commandCalls(GetCommand)).toHaveLength(2)
})

test('splits reads into batches of 100', async () => {
  const numbers = Array.from({ length: 201 }, (_, number) => number)
  const items = await Promise.all(numbers.map((number) => readItem(database, keyAt(number))))
  expect(items).toEqual(numbers.map(itemAt))
  expect(batches().map(({ length }) => length)).toEqual([100, 100])
  expect(mock.commandCalls(GetCommand)).toHaveLength(1)
})

test('retries unprocessed keys', async () => {
  let calls = 0
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const keys: Keys = RequestItems.cairn.Keys
    const done = ++calls === 3 ? keys : keys.slice(0, 1)
    const left = keys.slice(done.length)
    return {
      Responses: { cairn: find(done) },
      UnprocessedKeys: left.length > 0 ? { cairn: { Keys: left } } : {},
    }
  })
  const items = await Promise.all([1, 2, 3, 4].map((number) => readItem(database, keyAt(number))))
  expect(items).toEqual([1, 2, 3, 4].map(itemAt))
  expect(calls).toBe(3)
})

test('throws unavailable for keys that are still unprocessed at the latest deadline', async () => {
  mock
    .on(BatchGetCommand)
    .callsFake(({ RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems as object }))
  const startedAt = Date.now()
  const until = (milliseconds: number) => ({ ...database, deadline: startedAt + milliseconds })
  const reads = await Promise.allSettled([
    readItem(until(0), keyAt(1)),
    readItem(until(300), keyAt(2)),
    readItem(until(0), keyAt(3)),
  ])
  for (const read of reads) expect(read).toMatchObject({ reason: { code: 'unavailable' } })
  expect(batches().length).toBeGreaterThan(1)
})

test('a failed call fails all of its reads and no others', async () => {
  mock
    .on(BatchGetCommand)
    .rejectsOnce(new Error('down'))
    .callsFake(({ RequestItems }) => ({ Responses: { cairn: find(RequestItems.cairn.Keys) } }))
  const reads = await Promise.allSettled([readItem(database, keyAt(1)), readItem(database, keyAt(2))])
  for (const read of reads) expect(read).toMatchObject({ reason: { message: 'down' } })
  expect(await Promise.all([readItem(database, keyAt(1)), readItem(database, keyAt(2))])).toHaveLength(2)
})

test('returns records of the entity in the order of the keys, and null for another entity', async () => {
  const organizations = ['b', 'a', 'c'].map((organizationId) => ({
    organizationId,
    name: `Name ${organizationId}`,
    createdAt: '2026-11-20T10:00:00.000Z',
    createdByUserId: 'email:1',
    updatedAt: '2026-11-20T10:00:00.000Z',
  }))
  stored = organizations.map((organization) => toItem(organizationEntity, organization))
  const keys = ['c', 'missing', 'a'].map((organizationId) => ({ organizationId }))
  expect(await readRecords(database, organizationEntity, keys)).toEqual([organizations[2], organizations[1]])
  expect(await readRecords(database, organizationEntity, [])).toEqual([])
  expect(await readRecord(database, membershipEntity, { userKey: 'nobody', organizationId: 'a' })).toBeNull()
})
