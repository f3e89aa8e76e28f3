import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../stop-after-file.ts'
import { recordCalls } from './call-recorder.ts'
import { createTestTable } from './engine.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table)
const { client, tableName } = createDatabase({ ...table, attach: recorder.attach })

const get = (pk: string) => client.send(new GetCommand({ TableName: tableName, Key: { pk, sk: pk } }))

beforeEach(() => {
  recorder.reset()
  recorder.setHold(undefined)
  recorder.setLost(undefined)
})

describe('a call recorder', () => {
  it('counts parallel calls as one round trip, and a call after a response as another', async () => {
    await Promise.all([get('a'), get('b')])
    await get('c')
    expect(recorder.waves).toBe(2)
    expect(recorder.calls.map(({ index, wave, operation }) => [index, wave, operation])).toEqual([
      [0, 1, 'GetItem'],
      [1, 1, 'GetItem'],
      [2, 2, 'GetItem'],
    ])
    expect(recorder.calls[2]?.body).toEqual({ TableName: tableName, Key: { pk: 'c', sk: 'c' } })
  })

  it('sends a held call after what holds it, and others at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    recorder.setHold(({ index }) => (index === 0 ? promise : undefined))
    const settled: string[] = []
    const held = get('a').then(() => settled.push('held'))
    await get('b').then(() => settled.push('other'))
    resolve()
    await held
    expect(settled).toEqual(['other', 'held'])
  })

  it('carries out a call whose answer is lost, and sends it again', async () => {
    const record = { pk: 'lost', sk: 'lost', n: 0 }
    await client.send(new PutCommand({ TableName: tableName, Item: record }))
    recorder.reset()
    recorder.setLost(({ index }) => index === 0)
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { pk: 'lost', sk: 'lost' },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    )
    expect(Attributes).toEqual({ ...record, n: 2 })
    expect(recorder.calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem'])
  })

  it('fails a call whose answers are lost each time, after it was carried out', async () => {
    const record = { pk: 'gone', sk: 'gone' }
    recorder.setLost(({ operation }) => operation === 'PutItem' && 'each time')
    const put = client.send(new PutCommand({ TableName: tableName, Item: record }))
    await expect(put).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(recorder.calls).toHaveLength(3)
    expect((await get('gone')).Item).toEqual(record)
  })
})
