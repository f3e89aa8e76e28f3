import { randomUUID } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { checkFormat } from '@cairn/domain/storage/table/check-format'
import { attachEngine, openEngine } from '@cairn/engine'
import { ensureTable, type TableAddress } from '@cairn/local/database/table'
import { inject } from 'vitest'
import '../global-setup.ts'
import { startEngineServer } from './engine-server.ts'

export type TestTable = TableAddress & {
  database: Database
  /** Deletes the table and closes the connections. */
  stop(): Promise<void>
}

export type WireTable = TestTable & { endpoint: string }

const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** An empty table in this process, in an engine of its own. */
export async function createTestTable(): Promise<TestTable> {
  // `.ci/nightly` runs the tests on the wire engine too.
  if (process.env.TEST_ENGINE === 'wire') return createWireTable()
  const engine = openEngine()
  const address: TableAddress = {
    ...local,
    tableName: `test-${randomUUID()}`,
    attach: (client) => attachEngine(client, engine),
  }
  await ensureTable(address)
  const database = createDatabase(address)
  await checkFormat(database)
  return { ...address, database, stop: async () => engine.close() }
}

let endpointOfProcess: Promise<string> | undefined

/**
 * The address of an engine that the test files of this process share: in this process, or the wire engine of the whole run.
 */
export function engineEndpoint(): Promise<string> {
  const ofRun = inject('wireEngineEndpoint')
  endpointOfProcess ??=
    ofRun === null ? startEngineServer(openEngine()).then(({ endpoint }) => endpoint) : Promise.resolve(ofRun)
  return endpointOfProcess
}

/**
 * Creates an empty table that is used over HTTP, for tests with a proxy between service and database. `endpoint` is where
 * `database` connects: the engine itself, or an engine proxy.
 */
export async function createWireTable(options: { endpoint?: string | undefined } = {}): Promise<WireTable> {
  const endpoint = await engineEndpoint()
  const tableName = `test-${randomUUID()}`
  await ensureTable({ ...local, endpoint, tableName })
  const address = { ...local, endpoint: options.endpoint ?? endpoint, tableName }
  const database = createDatabase(address)
  const direct = createDatabase({ ...address, endpoint })
  await checkFormat(direct)
  closeDatabase(direct)

  async function stop(): Promise<void> {
    closeDatabase(database)
    const client = new DynamoDBClient({ ...local, endpoint })
    await client.send(new DeleteTableCommand({ TableName: tableName }))
    client.destroy()
  }
  return { ...address, database, stop }
}
