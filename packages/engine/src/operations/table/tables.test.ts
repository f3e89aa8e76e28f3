import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../open.ts'
import { clientsOf, createTestEngine, get, put, TableName, testTable } from '../../test-engine.ts'

describe('tables', () => {
  test('are created once, described, listed and deleted with all that is in them', async () => {
    const { client, documents, engine } = await createTestEngine()
    await put(documents, '1')
    await expect(client.send(new CreateTableCommand(testTable))).rejects.toMatchObject({
      name: 'ResourceInUseException',
    })
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 1, KeySchema: testTable.KeySchema })
    expect(Table?.GlobalSecondaryIndexes?.[0]).toMatchObject(testTable.GlobalSecondaryIndexes[0] ?? {})
    await client.send(new DeleteTableCommand({ TableName }))
    for (const Command of [DescribeTableCommand, DeleteTableCommand]) {
      await expect(client.send(new Command({ TableName }) as DescribeTableCommand)).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    }
    await client.send(new CreateTableCommand(testTable))
    expect(await get(documents, '1')).toBeUndefined()
    engine.close()
  })

  test.each<[string, object]>([
    ['streams', { StreamSpecification: { StreamEnabled: true } }],
    ['provisioned throughput', { BillingMode: 'PROVISIONED' }],
    ['local indexes', { LocalSecondaryIndexes: [] }],
    [
      'other projections',
      {
        GlobalSecondaryIndexes: [
          { ...testTable.GlobalSecondaryIndexes[0], Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
      },
    ],
  ])('%s are refused', async (_, input) => {
    const engine = openEngine()
    const { client } = clientsOf(engine)
    await expect(client.send(new CreateTableCommand({ ...testTable, ...input }))).rejects.toMatchObject({
      name: 'ValidationException',
    })
    engine.close()
  })

  test('time to live is turned on once', async () => {
    const { client, engine } = await createTestEngine()
    const turn = (Enabled: boolean) =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { Enabled, AttributeName: 'ttl' },
        }),
      )
    await expect(turn(false)).rejects.toMatchObject({ name: 'ValidationException' })
    await turn(true)
    await expect(turn(true)).rejects.toMatchObject({ name: 'ValidationException' })
    await turn(false)
    engine.close()
  })
})
