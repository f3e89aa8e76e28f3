import { addToCount } from '@cairn/domain/requests/rate-limits/shared-count'
import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import type { DynamoDBRecord } from 'aws-lambda'

/** Longer than the stream keeps a record. */
const countedMilliseconds = 2 * 24 * 60 * 60 * 1000
const millisecondsPerSecond = 1_000

/**
 * Counts an attempt at a record of the stream, in the table, because the next one may be made by another instance. Returns the number
 * of attempts so far.
 * @throws if the table cannot be written.
 */
export async function countAttempt(database: Database, record: DynamoDBRecord): Promise<number> {
  const { eventID, dynamodb } = record
  const createdAt = (dynamodb?.ApproximateCreationDateTime ?? 0) * millisecondsPerSecond
  const count = await addToCount(
    database,
    {
      subjectKey: keyOf(JSON.stringify(['change', eventID ?? dynamodb?.SequenceNumber])),
      // The same for all attempts.
      endsAt: new Date(createdAt + countedMilliseconds),
    },
    1,
  )
  return count ?? 0
}
