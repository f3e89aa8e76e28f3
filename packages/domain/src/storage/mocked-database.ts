import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll } from 'vitest'
import { createDatabase } from './database/client.ts'

/** A database whose calls a test file answers itself, for what an engine cannot be made to do. */
export function mockDatabase() {
  const mock = mockClient(DynamoDBDocumentClient)
  afterAll(() => mock.restore())
  const database = createDatabase({
    tableName: 'cairn',
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return { mock, database }
}
