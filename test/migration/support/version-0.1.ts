/**
 * A table of version 0.1 with every kind of record, and what version 0.1 answered: made once by the code of version 0.1.0
 * (commit 33328d8) over HTTP. Its goals have all statuses, no owner, no label and many, 250 reports, 256 KiB of text, edits of
 * every field, and text from many languages; one was deleted, and of one the deletion was interrupted.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import type { Database } from '@cairn/domain/database/client'
import { scanTable } from '@cairn/domain/database/scan-table'
import type { TableAddress } from '@cairn/local/database/table'

/** A request with the name of its token. */
export type RecordedRequest = { method: string; path: string; token: string; body?: unknown }

type Version01 = {
  /** The time after the last request. */
  now: string
  cursorSecret: string
  /** Secrets of API tokens, by name. */
  tokens: Record<string, string>
  organizationIds: { main: string }
  /** By name; those of deleted goals too. */
  goalIds: Record<string, string>
  items: Record<string, AttributeValue>[]
  /** Reads, with their responses. */
  responses: { request: RecordedRequest; response: { status: number; body: unknown } }[]
  /** Reports, with the bodies of their first responses. */
  reports: { request: RecordedRequest & { body: object }; response: { update: object } }[]
  /** Paths of lists with a cursor. */
  cursors: string[]
}

export const version01 = JSON.parse(
  gunzipSync(readFileSync(new URL('version-0.1.json.gz', import.meta.url))).toString(),
) as Version01

/** How many goals there are to move: all but the two that were deleted. */
export const goalCount = Object.keys(version01.goalIds).length - 2

/** DynamoDB writes at most this many items in one batch. */
const batchSize = 25

/**
 * Writes the records of version 0.1 into a table.
 *
 * @param options.goals  The names of the goals to write. Default: all.
 * @param options.copiesOfSmallest  How many more goals to write, all like the smallest.
 */
export async function writeVersion01(
  address: TableAddress,
  { goals, copiesOfSmallest = 0 }: { goals?: readonly string[] | undefined; copiesOfSmallest?: number } = {},
): Promise<void> {
  const { tableName, region, credentials, endpoint, attach } = address
  const wanted = goals && new Set(goals.map((name) => version01.goalIds[name]))
  const items = version01.items.filter(({ goalId }) => !wanted || !goalId || wanted.has(goalId.S))
  const smallest = version01.goalIds.minimal ?? ''
  const copied = JSON.stringify(items.filter(({ goalId }) => goalId?.S === smallest))
  for (let copy = 0; copy < copiesOfSmallest; copy++) {
    items.push(...JSON.parse(copied.replaceAll(smallest, randomUUID())))
  }
  const client = new DynamoDBClient({
    region,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
  })
  attach?.(client)
  for (let start = 0; start < items.length; start += batchSize) {
    const requests = items.slice(start, start + batchSize).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }))
  }
  // The table of a test is of the current layout otherwise.
  await client.send(
    new DeleteItemCommand({ TableName: tableName, Key: { pk: { S: 'layout' }, sk: { S: 'z' } } }),
  )
  client.destroy()
}

/** Every item of a table, as JSON, sorted. */
export async function itemsIn(database: Database): Promise<string[]> {
  const items: string[] = []
  for await (const page of scanTable(database)) {
    for (const item of page) items.push(JSON.stringify(item, (_, value) => sorted(value)))
  }
  return items.toSorted()
}

/** An object with its properties in order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

/** Everything that an iterable yields. */
export async function allOf<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of iterable) all.push(one)
  return all
}

/** Sends a recorded request. */
export async function sendRecorded(
  { origin }: { origin: string },
  { method, path, token, body }: RecordedRequest,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${version01.tokens[token]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** The clock of a service on this table: its tokens have not expired. */
export const clock = () => new Date(version01.now)
