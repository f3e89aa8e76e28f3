import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../stop-after-file.ts'
import { createWireTable, engineEndpoint } from './engine.ts'
import { countingQuiet, staleReads, startEngineProxy } from './engine-proxy.ts'

const proxy = stopAfterFile(
  await startEngineProxy(await engineEndpoint(), { quietMilliseconds: countingQuiet }),
)
const table = stopAfterFile(await createWireTable({ endpoint: proxy.endpoint }))
const { endpoint, region } = table
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 })

afterAll(async () => {
  client.destroy()
})

beforeEach(() => {
  proxy.setFault(undefined)
  proxy.reset()
})

const key = (id: string) => ({ pk: { S: id }, sk: { S: '-' } })
const get = (id: string, ConsistentRead = true) =>
  client.send(new GetItemCommand({ TableName: table.tableName, Key: key(id), ConsistentRead }))
const put = (id: string) => client.send(new PutItemCommand({ TableName: table.tableName, Item: key(id) }))
const transact = (...ids: string[]) =>
  client.send(
    new TransactWriteItemsCommand({
      TransactItems: ids.map((id) => ({ Put: { TableName: table.tableName, Item: key(id) } })),
    }),
  )

describe('waves', () => {
  it('counts concurrent calls as one round trip, and sequential calls as several', async () => {
    await Promise.all([get('a'), get('b'), get('c')])
    await put('a')
    await Promise.all([get('a'), get('b')])
    expect(proxy.waves).toBe(3)
    expect(proxy.calls.map(({ wave, operation }) => [wave, operation])).toEqual([
      [1, 'GetItem'],
      [1, 'GetItem'],
      [1, 'GetItem'],
      [2, 'PutItem'],
      [3, 'GetItem'],
      [3, 'GetItem'],
    ])
  })

  it('records requests, and which reads may be stale', async () => {
    await Promise.all([get('a'), get('b', false)])
    expect(proxy.calls[0]?.body).toMatchObject({ TableName: table.tableName, ConsistentRead: true })
    expect(staleReads(proxy.calls).map(({ body }) => body.Key)).toEqual([key('b')])
  })
})

describe('faults', () => {
  it.each([
    ['status500', 'InternalServerError'],
    ['throttle', 'ProvisionedThroughputExceededException'],
    ['transactionConflict', 'TransactionConflictException'],
  ] as const)('%s fails with %s', async (fault, name) => {
    proxy.setFault(() => fault)
    await expect(put(fault)).rejects.toMatchObject({ name })
    proxy.setFault(undefined)
    expect((await get(fault)).Item).toBeUndefined()
  })

  it('cancels a transaction with a reason for every element', async () => {
    proxy.setFault(({ operation }) => (operation === 'TransactWriteItems' ? 'transactionConflict' : 'pass'))
    await expect(transact('c1', 'c2')).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    })
  })

  it('drops the response after the write', async () => {
    proxy.setFault(({ index }) => (index === 0 ? 'dropAnswer' : 'pass'))
    await expect(put('dropped')).rejects.toThrow()
    expect((await get('dropped')).Item).toEqual(key('dropped'))
  })

  it('breaks the connection before the write', async () => {
    proxy.setFault(({ index }) => (index === 0 ? 'dropConnection' : 'pass'))
    await expect(put('broken')).rejects.toThrow()
    expect((await get('broken')).Item).toBeUndefined()
  })

  it('delays', async () => {
    proxy.setFault(() => ({ delayMilliseconds: 200 }))
    const begin = performance.now()
    await get('a')
    expect(performance.now() - begin).toBeGreaterThan(200)
  })

  it("hangs until the client's own time limit", async () => {
    proxy.setFault(() => 'hang')
    const database = createDatabase(table)
    await expect(
      database.client.send(new GetItemCommand({ TableName: table.tableName, Key: key('a') }), {
        abortSignal: AbortSignal.timeout(300),
      }),
    ).rejects.toThrow()
    database.client.destroy()
  })
})
