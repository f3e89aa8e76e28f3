import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase, type Database } from './client.ts'
import { transact } from './transaction.ts'

const mock = mockClient(DynamoDBDocumentClient)
afterAll(() => mock.restore())
const plain = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const items = { goal: { Put: { Item: { pk: '1' } } }, none: undefined, label: { Put: { Item: { pk: '2' } } } }

function cancelled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  })
}

/** A condition that fails at the SDK's second try, the first one's answer lost. */
function cancelledAtSecondTry(...codes: string[]): TransactionCanceledException {
  return Object.assign(cancelled(...codes), { $metadata: { attempts: 2 } })
}

/** An earlier try, whose answer was lost, is still at work. */
function inProgress(): Error {
  return Object.assign(new Error('in progress'), { name: 'TransactionInProgressException' })
}

function withTimeLeft(milliseconds: number): Database {
  return { ...plain, deadline: Date.now() + milliseconds }
}

beforeEach(() => {
  mock.reset()
})

test('writes all items in one transaction and leaves undefined ones out', async () => {
  mock.on(TransactWriteCommand).resolves({})
  expect(await transact(plain, items)).toEqual([])
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1)
  const { input } = mock.commandCalls(TransactWriteCommand)[0]?.args[0] ?? {}
  expect(input?.TransactItems).toEqual([items.goal, items.label])
})

test('names the items whose condition was not met', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'))
  expect(await transact(plain, items)).toEqual(['label'])
})

test('a failed condition counts more than a conflict beside it', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'ConditionalCheckFailed'))
  expect(await transact(plain, items)).toEqual(['label'])
})

test('is not begun after the deadline', async () => {
  mock.on(TransactWriteCommand).resolves({})
  await expect(transact(withTimeLeft(0), items)).rejects.toMatchObject({ code: 'unavailable' })
  expect(mock.commandCalls(TransactWriteCommand)).toEqual([])
})

test('ends at the deadline, with what the client would send again', async () => {
  const sent = vi.spyOn(plain.client, 'send')
  sent.mockImplementationOnce((_command: unknown, options?: unknown) => {
    const { abortSignal } = options as { abortSignal: AbortSignal }
    return new Promise((_, reject) =>
      abortSignal.addEventListener('abort', () => reject(new Error('aborted'))),
    )
  })
  await expect(transact(withTimeLeft(20), items)).rejects.toMatchObject({ code: 'unavailable' })
  expect(sent).toHaveBeenCalledOnce()
  sent.mockRestore()
})

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'tries again after %s, with the same request token',
  async (code) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(code, 'None'))
      .rejectsOnce(cancelled('None', code))
      .resolves({})
    expect(await transact(withTimeLeft(5_000), items)).toEqual([])
    const tokens = mock.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken)
    expect(tokens).toHaveLength(3)
    expect(new Set(tokens).size).toBe(1)
  },
)

test('throws unavailable after the deadline of the request', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'None'))
  await expect(transact(withTimeLeft(100), items)).rejects.toMatchObject({ code: 'unavailable' })
})

test('throws on a cancellation that no retry mends', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'))
  await expect(transact(plain, items)).rejects.toMatchObject({ name: 'TransactionCanceledException' })
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1)
})

test('throws every other error as it is', async () => {
  mock.on(TransactWriteCommand).rejects(new Error('no such table'))
  await expect(transact(plain, items)).rejects.toThrow('no such table')
})

const goal = { pk: 'goal', sk: '1', title: 'Trees', health: undefined, criteria: [{ title: 'One' }] }
const label = { pk: 'label', sk: '1', name: 'Forest' }
const created = {
  goal: { Put: { Item: goal, ConditionExpression: 'attribute_not_exists(pk)' } },
  label: { Put: { Item: label, ConditionExpression: 'attribute_not_exists(pk)' } },
  count: { Update: { Key: { pk: 'count' } } },
}

describe('a condition that fails after an answer was lost', () => {
  const { health: _, ...storedGoal } = goal

  test('is no failure where the records in the way are those that were to be written', async () => {
    mock
      .on(TransactWriteCommand)
      .rejects(cancelledAtSecondTry('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    expect(await transact(plain, created)).toEqual([])
  })

  test('is one where only some of the records in the way are those that were to be written', async () => {
    mock
      .on(TransactWriteCommand)
      .rejects(cancelledAtSecondTry('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [storedGoal, { ...label, name: 'Wood' }] } })
    expect(await transact(plain, created)).toEqual(['goal', 'label'])
  })

  test.each<[string, Error]>([
    ['that the SDK had sent twice', cancelledAtSecondTry('TransactionConflict', 'None')],
    ['that the database is still at', inProgress()],
  ])('is no failure at a later try than the one %s', async (_, earlier) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(earlier)
      .rejectsOnce(cancelled('None', 'TransactionConflict'))
      .rejects(cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    expect(await transact(withTimeLeft(5_000), created)).toEqual([])
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(3)
  })

  test("is one where somebody else's record is in the way", async () => {
    mock.on(TransactWriteCommand).rejects(cancelledAtSecondTry('None', 'ConditionalCheckFailed'))
    mock.on(GetCommand).resolves({ Item: { ...label, name: 'Wood' } })
    expect(await transact(plain, created)).toEqual(['label'])
  })

  test('is one where what was to be put could be put', async () => {
    mock.on(TransactWriteCommand).rejects(cancelledAtSecondTry('None', 'None', 'ConditionalCheckFailed'))
    expect(await transact(plain, created)).toEqual(['count'])
    expect(mock.commandCalls(GetCommand)).toHaveLength(0)
  })

  test('is unavailable where nothing tells', async () => {
    mock.on(TransactWriteCommand).rejects(cancelledAtSecondTry('ConditionalCheckFailed'))
    await expect(transact(plain, { count: created.count })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('at the first try is believed without another read', async () => {
    mock.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed'))
    expect(await transact(plain, created)).toEqual(['goal'])
    expect(mock.commandCalls(GetCommand)).toHaveLength(0)
  })
})
