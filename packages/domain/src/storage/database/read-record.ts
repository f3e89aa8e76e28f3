/**
 * Strongly consistent reads of records by key.
 *
 * A call costs more processor time than the records in it, so all reads that start in the same turn of the event loop
 * share one BatchGetItem, whichever requests they belong to. They all start before it is sent, so no read is older than
 * it would be alone. Keys consist of ids and hashes, never of text that a client wrote, so one request cannot break the
 * batch of others.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { EntityIdentifiers, EntityItem } from 'electrodb'
import { type AnyEntity, type Item, keyOfRecord, type RecordKey, toRecord } from '../table/entity.ts'
import type { Database } from './client.ts'
import { pauseBeforeRetry } from './retry.ts'

/** Returns the record with this key, or null. */
export async function readRecord<E extends AnyEntity>(
  database: Database,
  entity: E,
  key: EntityIdentifiers<E>,
): Promise<EntityItem<E> | null> {
  const item = await readItem(database, keyOfRecord(entity, key))
  return item === undefined ? null : toRecord(entity, item)
}

/** Returns records in the order of `keys`, without those that do not exist. */
export async function readRecords<E extends AnyEntity>(
  database: Database,
  entity: E,
  keys: readonly EntityIdentifiers<E>[],
): Promise<EntityItem<E>[]> {
  const records = await Promise.all(keys.map((key) => readRecord(database, entity, key)))
  return records.filter((record) => record !== null)
}

type Read = {
  database: Database
  key: RecordKey
  resolve: (item: Item | undefined) => void
  reject: (error: unknown) => void
}

/** Reads that wait until this turn of the event loop ends. */
const waiting = new WeakMap<DynamoDBDocumentClient, Read[]>()

/** Returns an item as it is stored, or undefined. */
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
  // DynamoDB refuses a batch with a duplicate key.
  const byKey = [...Map.groupBy(reads, ({ key }) => textOf(key)).values()]
  for (let start = 0; start < byKey.length; start += maximumBatchSize) {
    void settleReads(byKey.slice(start, start + maximumBatchSize).flat())
  }
}

async function settleReads(reads: readonly Read[]): Promise<void> {
  try {
    const keys = new Map(reads.map(({ key }) => [textOf(key), key]))
    const items = await readItems(latestDeadline(reads), [...keys.values()])
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
    // DynamoDB returns part of a batch beyond 16 MB, or under throttling.
    wanted = (UnprocessedKeys[tableName]?.Keys ?? []) as RecordKey[]
  }
  return found
}

function textOf({ pk, sk }: RecordKey): string {
  return JSON.stringify([pk, sk])
}

/** The database with the latest deadline: unprocessed keys are retried as long as any of the reads can wait. */
function latestDeadline(reads: readonly Read[]): Database {
  const deadlineOf = ({ deadline = Number.POSITIVE_INFINITY }: Database) => deadline
  return reads.map(({ database }) => database).reduce((a, b) => (deadlineOf(b) > deadlineOf(a) ? b : a))
}
