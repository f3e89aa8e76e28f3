import { randomUUID } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { ensureTable, type TableAddress } from '@cairn/local/engine/table'
import { inject } from 'vitest'
import '../global-setup.ts'

export type TestTable = TableAddress & {
  database: Database
  /** Deletes the table and closes the connections. */
  stop(): Promise<void>
}

const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/**
 * Creates an empty table, as the domain defines it, on the engine that all test files share. `endpoint` is where
 * `database` connects: the engine itself, or an engine proxy.
 */
export async function createTestTable(options: { endpoint?: string | undefined } = {}): Promise<TestTable> {
  const engineEndpoint = inject('engineEndpoint')
  const tableName = `test-${randomUUID()}`
  await ensureTable({ ...local, endpoint: engineEndpoint, tableName })
  const address = { ...local, endpoint: options.endpoint ?? engineEndpoint, tableName }
  const database = createDatabase(address)

  async function stop(): Promise<void> {
    closeDatabase(database)
    const client = new DynamoDBClient({ ...local, endpoint: engineEndpoint })
    await client.send(new DeleteTableCommand({ TableName: tableName }))
    client.destroy()
  }
  return { ...address, database, stop }
}
