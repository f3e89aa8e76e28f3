/**
 * A table of version 0.1 with every kind of record, and what version 0.1 answered: made once by the code of version 0.1.0
 * (commit 33328d8) over HTTP. Its goals have all statuses, no owner, no label and many, 250 reports, 256 KiB of text, edits of
 * every field, and text from many languages; one was deleted, and of one the deletion was interrupted.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
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

/** Writes the records of version 0.1 into a table. */
export async function writeVersion01({ tableName, ...options }: TableAddress): Promise<void> {
  const { region, credentials, endpoint, attach } = options
  const client = new DynamoDBClient({
    region,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
  })
  attach?.(client)
  for (let start = 0; start < version01.items.length; start += batchSize) {
    const requests = version01.items.slice(start, start + batchSize).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }))
  }
  client.destroy()
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
