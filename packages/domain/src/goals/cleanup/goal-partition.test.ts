import { BatchWriteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { removeGoalPartition } from './goal-partition.ts'

/** A partition of several pages, and batches that are throttled. */

type Key = { pk: string; sk: string }

const { mock, database } = mockDatabase()
const keyAt = (number: number): Key => ({ pk: 'goal', sk: String(number).padStart(3, '0') })

/** DynamoDB ends a page at 1 MB. Here it ends after this many records. */
const pageSize = 40
/** How many records of the next batch are throttled. */
let unprocessedCount: number
let stored: Key[]
let batchSizes: number[]

beforeEach(() => {
  mock.reset()
  unprocessedCount = 0
  stored = Array.from({ length: 100 }, (_, number) => keyAt(number))
  batchSizes = []
  // The goal has no words.
  mock.on(GetCommand).resolves({})
  mock.on(QueryCommand).callsFake(({ ExclusiveStartKey: after, ExpressionAttributeValues: values }) => {
    // Nobody works on it.
    if (String(values[':pk']).startsWith('c#')) return { Items: [] }
    const rest = stored.filter(({ sk }) => after === undefined || sk > after.sk)
    const page = rest.slice(0, pageSize)
    return { Items: page, LastEvaluatedKey: rest.length > pageSize ? page.at(-1) : undefined }
  })
  mock.on(BatchWriteCommand).callsFake(({ RequestItems: { cairn: requests } }) => {
    batchSizes.push(requests.length)
    const done: { DeleteRequest: { Key: Key } }[] = requests.slice(0, requests.length - unprocessedCount)
    const unprocessed = requests.slice(done.length)
    unprocessedCount = Math.max(0, unprocessedCount - 2)
    stored = stored.filter(({ sk }) => done.every(({ DeleteRequest: { Key } }) => Key.sk !== sk))
    return { UnprocessedItems: unprocessed.length > 0 ? { cairn: unprocessed } : {} }
  })
})

test('removes all pages of a long history', async () => {
  await removeGoalPartition(database, 'acme', 'goal')
  expect(stored).toEqual([])
  expect(batchSizes).toEqual([25, 15, 25, 15, 20])
})

test('retries the unprocessed records of a batch', async () => {
  unprocessedCount = 6
  await removeGoalPartition(database, 'acme', 'goal')
  expect(stored).toEqual([])
  expect(batchSizes.slice(0, 4)).toEqual([25, 6, 4, 2])
})

test('removes nothing after the deadline', async () => {
  const late = { ...database, deadline: Date.now() }
  await expect(removeGoalPartition(late, 'acme', 'goal')).rejects.toMatchObject({ code: 'unavailable' })
  expect(stored).toHaveLength(100)
})
