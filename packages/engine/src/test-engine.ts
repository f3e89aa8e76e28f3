/** For the tests of this package: engines with one table, both kinds of clients, and a directory for each test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach } from 'vitest'
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

/** A directory for each test of the file, and engines in it, which are closed after the test. */
export function enginesForEachTest() {
  let parent = ''
  const opened: Engine[] = []
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'cairn-engine-'))
  })
  afterEach(() => {
    for (const engine of opened.splice(0)) engine.close()
    rmSync(parent, { recursive: true })
  })
  return {
    /** Is there. */
    get parent() {
      return parent
    },
    /** The engine's, in `parent`. */
    get directory() {
      return path.join(parent, 'data')
    },
    open(options: EngineOptions = {}): Engine {
      const engine = openEngine({ directory: this.directory, ...options })
      opened.push(engine)
      return engine
    },
    /** Opens an engine and creates the table. */
    async create(options: EngineOptions = {}) {
      const created = await createTestEngine({ directory: this.directory, ...options })
      opened.push(created.engine)
      return created
    },
  }
}

const keyOf = (sk: string) => ({ pk: 'p', sk })

/** Puts an item of the partition `p`. */
export const put = (documents: DynamoDBDocumentClient, sk: string, more: object = {}) =>
  documents.send(new PutCommand({ TableName, Item: { ...keyOf(sk), ...more } }))

export const get = async (documents: DynamoDBDocumentClient, sk: string) =>
  (await documents.send(new GetCommand({ TableName, Key: keyOf(sk) }))).Item
