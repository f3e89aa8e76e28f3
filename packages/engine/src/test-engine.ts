/** For the tests of this package: an engine in memory with one table, and both kinds of clients. */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { attachEngine } from './attach.ts'
import { type Engine, type EngineOptions, openEngine } from './open.ts'

export const TableName = 'test'

export const testTable = {
  TableName,
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' as const },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST' as const,
}

export function clientsOf(engine: Engine) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ region: 'local', credentials })
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local', credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  })
  attachEngine(client, engine)
  attachEngine(documents, engine)
  return { client, documents }
}

export async function createTestEngine(options: EngineOptions = {}) {
  const engine = openEngine(options)
  const clients = clientsOf(engine)
  await clients.client.send(new CreateTableCommand(testTable))
  return { engine, ...clients }
}
