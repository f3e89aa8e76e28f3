/**
 * Strongly consistent reads of records by key.
 *
 * A call costs more processor time than the records in it, so reads that are asked for in the same turn of the event
 * loop go to the table in one BatchGetItem, whichever requests they belong to. All of them began before it was sent:
 * nobody is answered anything older than it would be alone. Keys are made of ids and hashes, never of what a client
 * wrote, so that none can spoil the batch for others.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { EntityIdentifiers, EntityItem } from 'electrodb'
import { conversionsOf } from '../table/conversions.ts'
import { type AnyEntity, type Item, toRecord } from '../table/to-record.ts'
import type { Database } from './client.ts'
import { pauseBeforeRetry } from './retry.ts'

/** The table's key of a record. */
export type RecordKey = { pk: string; sk: string }

/** Every entity has an access pattern by this name, the base table's; of "any entity" the types do not know it. */
type RecordConversions = { record: { fromComposite: { toKeys(key: object): RecordKey } } }

/** Reads the record with this key; null where there is none. */
export async function readRecord<E extends AnyEntity>(
  database: Database,
  entityOf: (database: Database) => E,
  key: EntityIdentifiers<E>,
): Promise<EntityItem<E> | null> {
  const entity = entityOf(database)
  const item = await readItem(database, keyOfRecord(entity, key))
  return item === undefined ? null : toRecord(entity, item)
}

/** Reads records in the order of their keys; those that do not exist are left out. */
export async function readRecords<E extends AnyEntity>(
  database: Database,
  entityOf: (database: Database) => E,
  keys: readonly EntityIdentifiers<E>[],
): Promise<EntityItem<E>[]> {
  const records = await Promise.all(keys.map((key) => readRecord(database, entityOf, key)))
  return records.filter((record) => record !== null)
}

/** Where a record stands in the table. */
export function keyOfRecord<E extends AnyEntity>(entity: E, key: EntityIdentifiers<E>): RecordKey {
  const { record } = conversionsOf(entity).byAccessPattern as unknown as RecordConversions
  return record.fromComposite.toKeys(key)
}

type Read = {
  database: Database
  key: RecordKey
  resolve: (item: Item | undefined) => void
  reject: (error: unknown) => void
}

/** Reads that wait for the end of this turn of the event loop. */
const waiting = new WeakMap<DynamoDBDocumentClient, Read[]>()

/** An item as it is stored; undefined where there is none. */
export function readItem(database: Database, key: RecordKey): Promise<Item | undefined> {
  return new Promise((resolve, reject) => {
    const reads = waiting.get(database.client) ?? []
    reads.push({ database, key, resolve, reject })
    if (reads.length > 1) return
    waiting.set(database.client, reads)
    setImmediate(() => {
      waiting.delete(database.client)
      sendReads(reads)
    })
  })
}

/** DynamoDB reads at most this many items in one batch. */
const maximumBatchSize = 100

function sendReads(reads: readonly Read[]): void {
  // A batch must not name a key twice.
  const byKey = [...Map.groupBy(reads, ({ key }) => textOf(key)).values()]
  for (let start = 0; start < byKey.length; start += maximumBatchSize) {
    void settleReads(byKey.slice(start, start + maximumBatchSize).flat())
  }
}

async function settleReads(reads: readonly Read[]): Promise<void> {
  try {
    const keys = new Map(reads.map(({ key }) => [textOf(key), key]))
    const items = await readItems(lastToGiveUp(reads), [...keys.values()])
    for (const { key, resolve } of reads) resolve(items.get(textOf(key)))
  } catch (error) {
    for (const { reject } of reads) reject(error)
  }
}

async function readItems(database: Database, keys: RecordKey[]): Promise<Map<string, Item>> {
  const { client, tableName } = database
  const found = new Map<string, Item>()
  const add = (item: Item | undefined) => item && found.set(textOf(item as RecordKey), item)
  if (keys.length === 1) {
    const { Item } = await client.send(
      new GetCommand({ TableName: tableName, Key: keys[0], ConsistentRead: true }),
    )
    add(Item)
    return found
  }
  for (let attempt = 1, wanted = keys; wanted.length > 0; attempt++) {
    if (attempt > 1) await pauseBeforeRetry(database, attempt)
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: true } } }),
    )
    for (const item of Responses[tableName] ?? []) add(item)
    // A batch ends at 16 MB, or under throttling.
    wanted = (UnprocessedKeys[tableName]?.Keys ?? []) as RecordKey[]
  }
  return found
}

function textOf({ pk, sk }: RecordKey): string {
  return JSON.stringify([pk, sk])
}

/** What a batch left out is read again as long as anybody waits for it. */
function lastToGiveUp(reads: readonly Read[]): Database {
  const deadlineOf = ({ deadline = Number.POSITIVE_INFINITY }: Database) => deadline
  return reads.map(({ database }) => database).reduce((a, b) => (deadlineOf(b) > deadlineOf(a) ? b : a))
}
