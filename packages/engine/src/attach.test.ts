import { DynamoDBClient, ListTablesCommand, TransactGetItemsCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { attachEngine } from './attach.ts'
import { openEngine } from './open.ts'
import { clientsOf } from './test-engine.ts'

describe('attachEngine', () => {
  const engine = openEngine()

  test('refuses operations that the engine does not have', async () => {
    const { client } = clientsOf(engine)
    await expect(client.send(new TransactGetItemsCommand({ TransactItems: [] }))).rejects.toMatchObject({
      name: 'NotSupportedByEngine',
      message: expect.stringContaining('TransactGetItemsCommand'),
    })
  })

  test('refuses callbacks, and translations of values that it does not know', async () => {
    const { client } = clientsOf(engine)
    const send = client.send as unknown as (command: unknown, callback: unknown) => Promise<unknown>
    await expect(send(new ListTablesCommand({}), () => {})).rejects.toMatchObject({
      name: 'NotSupportedByEngine',
    })
    const wrapping = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }), {
      unmarshallOptions: { wrapNumbers: true },
    })
    expect(() => attachEngine(wrapping, engine)).toThrow('wrapNumbers')
  })

  test('says how often it tried, as the SDK does', async () => {
    const { client } = clientsOf(engine)
    const { $metadata } = await client.send(new ListTablesCommand({}))
    expect($metadata).toEqual({ httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 })
  })
})
