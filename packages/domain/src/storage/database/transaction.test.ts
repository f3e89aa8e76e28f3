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
/** Returns an operation as ElectroDB prepares it. */
const prepared = (parameters: object) => ({ params: () => parameters })

const items = {
  goal: { Put: prepared({ Item: { pk: '1' } }) },
  none: undefined,
  label: { Put: prepared({ Item: { pk: '2' } }) },
}

function canceled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'canceled',
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  })
}

/** A condition that fails on the SDK's second attempt, after the response to the first was lost. */
function canceledOnRetry(...codes: string[]): TransactionCanceledException {
  return Object.assign(canceled(...codes), { $metadata: { attempts: 2 } })
}

/** An earlier attempt, whose response was lost, is still in progress. */
function inProgress(): Error {
  return Object.assign(new Error('in progress'), { name: 'TransactionInProgressException' })
}

function withTimeLeft(milliseconds: number): Database {
  return { ...plain, deadline: Date.now() + milliseconds }
}

beforeEach(() => {
  mock.reset()
})

test('writes all items in one transaction, without undefined ones', async () => {
  mock.on(TransactWriteCommand).resolves({})
  expect(await transact(plain, items)).toEqual([])
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1)
  const { input } = mock.commandCalls(TransactWriteCommand)[0]?.args[0] ?? {}
  expect(input?.TransactItems).toEqual([{ Put: { Item: { pk: '1' } } }, { Put: { Item: { pk: '2' } } }])
})

test('returns the names of the items whose condition failed', async () => {
  mock.on(TransactWriteCommand).rejects(canceled('None', 'ConditionalCheckFailed'))
  expect(await transact(plain, items)).toEqual(['label'])
})

test('a failed condition takes precedence over a conflict', async () => {
  mock.on(TransactWriteCommand).rejects(canceled('TransactionConflict', 'ConditionalCheckFailed'))
  expect(await transact(plain, items)).toEqual(['label'])
})

test('sends nothing after the deadline', async () => {
  mock.on(TransactWriteCommand).resolves({})
  await expect(transact(withTimeLeft(0), items)).rejects.toMatchObject({ code: 'unavailable' })
  expect(mock.commandCalls(TransactWriteCommand)).toEqual([])
})

test('aborts the call at the deadline', async () => {
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
  'retries after %s with the same request token',
  async (code) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(canceled(code, 'None'))
      .rejectsOnce(canceled('None', code))
      .resolves({})
    expect(await transact(withTimeLeft(5_000), items)).toEqual([])
    const tokens = mock.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken)
    expect(tokens).toHaveLength(3)
    expect(new Set(tokens).size).toBe(1)
  },
)

test('throws unavailable at the deadline', async () => {
  mock.on(TransactWriteCommand).rejects(canceled('TransactionConflict', 'None'))
  await expect(transact(withTimeLeft(100), items)).rejects.toMatchObject({ code: 'unavailable' })
})

test('throws a permanent cancellation without a retry', async () => {
  mock.on(TransactWriteCommand).rejects(canceled('ValidationError', 'None'))
  await expect(transact(plain, items)).rejects.toMatchObject({ name: 'TransactionCanceledException' })
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1)
})

test('rethrows any other error', async () => {
  mock.on(TransactWriteCommand).rejects(new Error('no such table'))
  await expect(transact(plain, items)).rejects.toThrow('no such table')
})

const goal = { pk: 'goal', sk: '1', title: 'Trees', health: undefined, criteria: [{ title: 'One' }] }
const label = { pk: 'label', sk: '1', name: 'Forest' }
const created = {
  goal: { Put: prepared({ Item: goal, ConditionExpression: 'attribute_not_exists(pk)' }) },
  label: { Put: prepared({ Item: label, ConditionExpression: 'attribute_not_exists(pk)' }) },
  count: { Update: prepared({ Key: { pk: 'count' } }) },
}

describe('a condition that fails after a response was lost', () => {
  const { health: _, ...storedGoal } = goal

  test('means success if the existing records are those to write', async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    expect(await transact(plain, created)).toEqual([])
  })

  test('means failure if only some of the existing records are those to write', async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [storedGoal, { ...label, name: 'Wood' }] } })
    expect(await transact(plain, created)).toEqual(['goal', 'label'])
  })

  test('means success if somebody has added to a created record, or replaced one that existed before', async () => {
    const report = {
      pk: 'goal',
      sk: 'u#2',
      summary: 'Ten trees',
      verdicts: [{ result: 'met' }],
      acknowledgements: {},
    }
    const row = { pk: 'goal', sk: 'z', version: 2 }
    const reported = {
      goal: { Put: prepared({ Item: row, ConditionExpression: '#version = :version' }) },
      history: {
        Put: prepared({
          Item: report,
          ConditionExpression: 'attribute_not_exists(#pk) AND attribute_not_exists(#sk)',
        }),
      },
    }
    const acknowledged = { ...report, acknowledgements: { bob: { userId: 'bob' } } }
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(GetCommand).resolves({ Item: acknowledged })
    expect(await transact(plain, reported)).toEqual([])
    mock
      .on(GetCommand)
      .resolves({ Item: { ...acknowledged, verdicts: [{ result: 'met' }, { result: 'met' }] } })
    expect(await transact(plain, reported)).toEqual(['goal', 'history'])
    mock.on(GetCommand).resolves({ Item: undefined })
    expect(await transact(plain, reported)).toEqual(['goal', 'history'])
  })

  test('means failure if a record to create does not exist', async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('ConditionalCheckFailed', 'None'))
    mock.on(GetCommand).resolves({ Item: storedGoal })
    expect(await transact(plain, created)).toEqual(['goal'])
  })

  test.each<[string, Error]>([
    ['that the SDK sent twice', canceledOnRetry('TransactionConflict', 'None')],
    ['that is still in progress', inProgress()],
  ])('means success on a later attempt than the one %s', async (_, earlier) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(earlier)
      .rejectsOnce(canceled('None', 'TransactionConflict'))
      .rejects(canceled('ConditionalCheckFailed', 'ConditionalCheckFailed'))
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    expect(await transact(withTimeLeft(5_000), created)).toEqual([])
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(3)
  })

  test("means failure if the existing record is somebody else's", async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('None', 'ConditionalCheckFailed'))
    mock.on(GetCommand).resolves({ Item: { ...label, name: 'Wood' } })
    expect(await transact(plain, created)).toEqual(['label'])
  })

  test('means failure if another conditional put could still be made', async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('None', 'None', 'ConditionalCheckFailed'))
    expect(await transact(plain, created)).toEqual(['count'])
    expect(mock.commandCalls(GetCommand)).toHaveLength(0)
  })

  test('throws unavailable if the outcome is unknown', async () => {
    mock.on(TransactWriteCommand).rejects(canceledOnRetry('ConditionalCheckFailed'))
    await expect(transact(plain, { count: created.count })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('means failure on the first attempt, without another read', async () => {
    mock.on(TransactWriteCommand).rejects(canceled('ConditionalCheckFailed'))
    expect(await transact(plain, created)).toEqual(['goal'])
    expect(mock.commandCalls(GetCommand)).toHaveLength(0)
  })
})

describe('a transaction of which no response arrives', () => {
  const broken = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const late = () => Object.assign(new Error('too late'), { name: 'TimeoutError' })
  const { health: _, ...storedGoal } = goal

  test.each([broken, late])('was committed if all that it creates is there: %s', async (error) => {
    mock.on(TransactWriteCommand).rejects(error())
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    expect(await transact(plain, created)).toEqual([])
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })

  test.each([
    ['some of it is missing', [storedGoal]],
    ["some of it is somebody else's", [storedGoal, { ...label, name: 'Wood' }]],
  ])('fails as it did if %s', async (__, stored) => {
    mock.on(TransactWriteCommand).rejects(broken())
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: stored } })
    await expect(transact(plain, created)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('fails as it did if nothing can be read, it creates nothing, or it cannot have been executed', async () => {
    mock.on(TransactWriteCommand).rejects(broken())
    mock.on(BatchGetCommand).rejects(late())
    await expect(transact(plain, created)).rejects.toMatchObject({ code: 'ECONNRESET' })
    mock.on(BatchGetCommand).resolves({ Responses: { cairn: [label, storedGoal] } })
    await expect(transact(plain, { count: created.count })).rejects.toMatchObject({ code: 'ECONNRESET' })
    mock.on(TransactWriteCommand).rejects(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    await expect(transact(plain, created)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
