/**
 * Moves the data of Cairn 0.1 into the embedded database, once. Version 0.1 kept it in another SQLite file, `cairn.sqlite`,
 * with one table of items as JSON for each DynamoDB table.
 *
 *   cairn.sqlite ── copied into ──▶ import.tmp/ ── complete, synced ──▶ engine.sqlite
 *        └─────────────── kept as ──▶ cairn-0.1.sqlite
 *
 * A start that is interrupted leaves `cairn.sqlite` as it was, and the next start begins again.
 */
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
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

export const earlierFileName = 'cairn.sqlite'
const keptFileName = 'cairn-0.1.sqlite'
const draftDirectoryName = 'import.tmp'

/** DynamoDB writes at most this many items in one batch. */
const batchSize = 25

/**
 * Imports the earlier data of a data directory, if there is any.
 * @throws StartError if it cannot be read, or the directory has data of both versions.
 */
export async function importEarlierData(directory: string): Promise<void> {
  const [earlier, kept, draft, current] = [
    earlierFileName,
    keptFileName,
    draftDirectoryName,
    databaseFileName,
  ].map((name) => path.join(directory, name)) as [string, string, string, string]
  await rm(draft, { recursive: true, force: true })
  if (!existsSync(earlier)) return
  if (existsSync(current)) {
    if (existsSync(kept)) {
      throw new StartError(
        `${directory} has newer data of Cairn 0.1 in ${earlierFileName}, which was imported before. Move ${earlierFileName} or ${databaseFileName} away, whichever you do not need.`,
      )
    }
    // The last start was interrupted after the import.
    await rename(earlier, kept)
    return
  }
  try {
    await copyInto(draft, earlier)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw new StartError(`Cannot import the data of Cairn 0.1 in ${earlier}: ${sentenceOf(error)}`)
  }
  await sync(path.join(draft, databaseFileName))
  await rename(path.join(draft, databaseFileName), current)
  await sync(directory)
  await rename(earlier, kept)
  await rm(draft, { recursive: true, force: true })
}

type EarlierTable = {
  table_name: string
  key_schema: string
  attribute_definitions: string
  gsi_definitions: string | null
}

/** Opening the earlier file for writing applies what a killed engine left in its write-ahead log. */
async function copyInto(draft: string, earlierFile: string): Promise<void> {
  const earlier = new DatabaseSync(earlierFile)
  const engine = openEngine({ directory: draft, cacheBytes: 0 })
  const client = new DynamoDBClient({ region: 'local' })
  attachEngine(client, engine)
  try {
    const tables = earlier
      .prepare('SELECT table_name, key_schema, attribute_definitions, gsi_definitions FROM _tables')
      .all() as EarlierTable[]
    for (const table of tables) {
      const { table_name: TableName, gsi_definitions: indexes } = table
      const GlobalSecondaryIndexes = JSON.parse(indexes ?? '[]')
      await client.send(
        new CreateTableCommand({
          TableName,
          KeySchema: JSON.parse(table.key_schema),
          AttributeDefinitions: JSON.parse(table.attribute_definitions),
          ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
          BillingMode: 'PAY_PER_REQUEST',
        }),
      )
      let batch: Record<string, AttributeValue>[] = []
      const write = async () => {
        if (batch.length === 0) return
        const requests = batch.map((Item) => ({ PutRequest: { Item } }))
        batch = []
        await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }))
      }
      const items = earlier.prepare(`SELECT item_json FROM "${TableName.replaceAll('"', '""')}"`)
      for (const { item_json } of items.iterate() as Iterable<{ item_json: string }>) {
        batch.push(JSON.parse(item_json))
        if (batch.length === batchSize) await write()
      }
      await write()
    }
  } finally {
    engine.close()
    earlier.close()
  }
}

async function sync(fileOrDirectory: string): Promise<void> {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return
  const handle = await open(fileOrDirectory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
