import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  TransactGetItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { attachEngine } from './attach.ts'
import { openEngine } from './open.ts'
import { clientsOf, TableName, testTable } from './test-engine.ts'

describe('attachEngine', () => {
  const engine = openEngine()

  test('refuses operations that the engine does not have', async () => {
    const { client } = clientsOf(engine)
    await expect(client.send(new TransactGetItemsCommand({ TransactItems: [] }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('TransactGetItemsCommand'),
    })
    await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('ListTablesCommand')
  })

  test('refuses callbacks, and translations of values that it does not know', async () => {
    const { client } = clientsOf(engine)
    const send = client.send as unknown as (command: unknown, callback: unknown) => Promise<unknown>
    await expect(send(new DescribeTableCommand({ TableName }), () => {})).rejects.toMatchObject({
      name: 'ValidationException',
    })
    const wrapping = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }), {
      unmarshallOptions: { wrapNumbers: true },
    })
    expect(() => attachEngine(wrapping, engine)).toThrow('wrapNumbers')
  })

  test('says how often it tried, as the SDK does', async () => {
    const { client } = clientsOf(engine)
    const { $metadata } = await client.send(new CreateTableCommand(testTable))
    expect($metadata).toEqual({ httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 })
  })
})
