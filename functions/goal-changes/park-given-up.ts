import { parkStreamRecord } from '@cairn/domain/background/changes/parked'
import type { Database } from '@cairn/domain/storage/database/client'
import type { DynamoDBRecord } from 'aws-lambda'
import { readSafely } from './read-record.ts'

/** A batch of the stream that Lambda gave up. */
export type GivenUpBatch = { reason: string; records: DynamoDBRecord[] }

/**
 * Reads an object of the bucket: the reason, and the whole event as a text (AWS, "Retain discarded batches of records for a DynamoDB
 * event source in Lambda", "Example Amazon S3 invocation record").
 *
 * @returns undefined if it is something else.
 */
export function readGivenUp(text: string): GivenUpBatch | undefined {
  const { requestContext, payload } = (parse(text) ?? {}) as Partial<InvocationRecord>
  const { Records: records } = (parse(payload) ?? {}) as { Records?: DynamoDBRecord[] }
  if (typeof requestContext?.condition !== 'string' || !Array.isArray(records)) return undefined
  return { reason: requestContext.condition, records }
}

type InvocationRecord = { requestContext: { condition: string }; payload: string }

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/**
 * Parks in the table what follows from a batch that Lambda gave up, so that it is taken up like what the function parked itself. Safe to
 * repeat.
 *
 * @param options.isDryRun  Only counts.
 * @returns how many records something follows from.
 * @throws if the table cannot be written.
 */
export async function parkGivenUp(
  database: Database,
  { reason, records }: GivenUpBatch,
  now: Date,
  { isDryRun }: { isDryRun: boolean },
): Promise<number> {
  let count = 0
  for (const record of records) {
    const change = readSafely(record)
    if (!change) continue
    const id = record.eventID ?? record.dynamodb?.SequenceNumber ?? ''
    const parked = { id, organizationId: change.organizationId, record }
    if (!isDryRun) await parkStreamRecord(database, parked, `Lambda gave it up: ${reason}`, now)
    count++
  }
  return count
}
