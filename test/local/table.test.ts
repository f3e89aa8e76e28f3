import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { tableDefinition, timeToLiveAttribute } from '@cairn/domain/storage/table/definition'
import { ensureTable } from '@cairn/local/database/table'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { engineEndpoint } from '../support/service/engine.ts'
import '../support/global-setup.ts'

const endpoint = await engineEndpoint()
const local = {
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}
const client = new DynamoDBClient(local)
let TableName: string

beforeEach(() => {
  TableName = `test-${randomUUID()}`
})

afterAll(() => client.destroy())

describe('ensureTable', () => {
  it('creates the table once, as the domain defines it, even if several callers ask at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => ensureTable({ ...local, tableName: TableName })))
    await ensureTable({ ...local, tableName: TableName })
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(Table?.TableStatus).toBe('ACTIVE')
    expect(Table?.KeySchema).toEqual(tableDefinition.KeySchema)
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(
      tableDefinition.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName).sort(),
    )
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(TimeToLiveDescription).toEqual({
      AttributeName: timeToLiveAttribute,
      TimeToLiveStatus: 'ENABLED',
    })
    await client.send(new DeleteTableCommand({ TableName }))
  })

  it('refuses a table of that name with other keys', async () => {
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    await expect(ensureTable({ ...local, tableName: TableName })).rejects.toThrow(
      /^Table test-.* has different keys or indexes than this version of Cairn needs\.$/,
    )
    await client.send(new DeleteTableCommand({ TableName }))
  })

  it('says in one line that the database does not respond', async () => {
    const nobody = { ...local, endpoint: 'http://127.0.0.1:9', tableName: TableName }
    await expect(ensureTable(nobody)).rejects.toThrow(
      /^Cannot use table .* at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED.*$/,
    )
  })
})
