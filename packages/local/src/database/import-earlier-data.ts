/**
 * Moves the data of Cairn 0.1 into the embedded database, once. Version 0.1 kept it in another SQLite file, `cairn.sqlite`,
 * with one table of items as JSON for each DynamoDB table.
 *
 *   1. cairn.sqlite is copied into import.tmp/engine.sqlite and synced; import.tmp/ becomes import.complete/.
 *   2. cairn.sqlite becomes cairn-0.1.sqlite.
 *   3. import.complete/engine.sqlite becomes engine.sqlite.
 *
 * A start that is interrupted before step 2 leaves `cairn.sqlite` as it was, and the next start begins again. After step 2, the
 * next start does step 3.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { attachEngine, databaseFileName, openEngine } from '@cairn/engine'
import { StartError, sentenceOf } from '../start-error.ts'
import { sync } from './sync.ts'

export const earlierFileName = 'cairn.sqlite'
const keptFileName = 'cairn-0.1.sqlite'
const draftDirectoryName = 'import.tmp'
const completeDirectoryName = 'import.complete'

/** DynamoDB writes at most this many items in one batch. */
const batchSize = 25
/** Batches that are sent together share a commit. */
const itemsPerCommit = 1_000

/** Whether the directory has data of Cairn 0.1, or an import that was interrupted. */
export function needsImport(directory: string): boolean {
  return [earlierFileName, draftDirectoryName, completeDirectoryName].some((name) =>
    existsSync(path.join(directory, name)),
  )
}

/**
 * Imports the earlier data of a data directory, which must be locked.
 * @throws StartError if the data cannot be read, Cairn 0.1 is using it, or the directory has data of both versions.
 */
export async function importEarlierData(directory: string): Promise<void> {
  const inDirectory = (name: string) => path.join(directory, name)
  const [earlier, kept, current] = [earlierFileName, keptFileName, databaseFileName].map(inDirectory) as [
    string,
    string,
    string,
  ]
  const [draft, complete] = [draftDirectoryName, completeDirectoryName].map(inDirectory) as [string, string]

  await rm(draft, { recursive: true, force: true })
  if (existsSync(earlier)) {
    // It may have changed since an interrupted import copied it.
    await rm(complete, { recursive: true, force: true })
    refuseOtherData(directory)
    await copyInto(draft, earlier).catch(async (error) => {
      await rm(draft, { recursive: true, force: true })
      throw new StartError(`Cannot import the data of Cairn 0.1 in ${earlier}: ${reasonOf(error)}`)
    })
    await sync(path.join(draft, databaseFileName))
    await sync(draft)
    await rename(draft, complete)
    await sync(directory)
    await rename(earlier, kept)
    // SQLite's exclusive mode leaves it behind.
    await rm(`${earlier}-shm`, { force: true })
    await sync(directory)
  }
  const imported = path.join(complete, databaseFileName)
  if (existsSync(imported)) {
    await rename(imported, current)
    await sync(directory)
  }
  await rm(complete, { recursive: true, force: true })
}

/** Only the owner knows which data is right if a directory has data of both versions, or two files of 0.1. */
function refuseOtherData(directory: string): void {
  const other = [databaseFileName, keptFileName].find((name) => existsSync(path.join(directory, name)))
  if (other === undefined) return
  throw new StartError(
    `${directory} contains ${earlierFileName} of Cairn 0.1, but also ${other}. Move the one that you do not need to another directory.`,
  )
}

type EarlierTable = {
  table_name: string
  key_schema: string
  attribute_definitions: string
  gsi_definitions: string | null
}

async function copyInto(draft: string, earlierFile: string): Promise<void> {
  const earlier = openEarlier(earlierFile)
  try {
    const engine = openEngine({ directory: draft, cacheBytes: 0 })
    try {
      const client = new DynamoDBClient({ region: 'local' })
      attachEngine(client, engine)
      const tables = earlier
        .prepare('SELECT table_name, key_schema, attribute_definitions, gsi_definitions FROM _tables')
        .all() as EarlierTable[]
      for (const table of tables) {
        await createTable(client, table)
        await copyItems(client, earlier, table.table_name)
      }
    } finally {
      engine.close()
    }
  } finally {
    earlier.close()
  }
}

/**
 * Opens the file for this process alone, so that no running Cairn 0.1 changes it. Opening it for writing applies what a killed
 * 0.1 left in its write-ahead log.
 * @throws Error if the file is in use, damaged or another program's.
 */
function openEarlier(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const isOfCairn = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_tables'").get()
    if (!isOfCairn) throw new Error('The file is not a database of Cairn.')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    const [finding] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
    if (finding !== 'ok') throw new Error(`The file is damaged: ${finding}.`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function createTable(client: DynamoDBClient, table: EarlierTable): Promise<void> {
  const indexes = JSON.parse(table.gsi_definitions ?? '[]')
  await client.send(
    new CreateTableCommand({
      TableName: table.table_name,
      KeySchema: JSON.parse(table.key_schema),
      AttributeDefinitions: JSON.parse(table.attribute_definitions),
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
}

async function copyItems(client: DynamoDBClient, earlier: DatabaseSync, tableName: string): Promise<void> {
  const rows = earlier.prepare(`SELECT item_json FROM "${tableName.replaceAll('"', '""')}"`).iterate()
  let items: Record<string, AttributeValue>[] = []
  async function write(): Promise<void> {
    const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, batch) =>
      items.slice(batch * batchSize, (batch + 1) * batchSize),
    )
    items = []
    await Promise.all(batches.map((batch) => writeBatch(client, tableName, batch)))
  }
  for (const { item_json } of rows as Iterable<{ item_json: string }>) {
    items.push(JSON.parse(item_json))
    if (items.length === itemsPerCommit) await write()
  }
  await write()
}

async function writeBatch(
  client: DynamoDBClient,
  tableName: string,
  items: Record<string, AttributeValue>[],
): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }))
  await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }))
}

/** SQLite's result code if another process uses the file. */
const busy = 5

function reasonOf(error: unknown): string {
  if ((error as { errcode?: number }).errcode === busy)
    return 'another process is using it. Stop Cairn 0.1 first.'
  const sentence = sentenceOf(error)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
