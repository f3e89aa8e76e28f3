import type { Database } from '@cairn/domain/storage/database/client'
import { parkGivenUp, readGivenUp } from '@cairn/functions/goal-changes/park-given-up'
import type { Environment } from '../settings.ts'
import { openBucket } from './bucket.ts'

/** Allows what Lambda writes into keys: `aws/lambda/<mapping>/<shard>/2026/11/27/2026-11-27T10.00.00-<id>`. */
const keyPattern = /^[\w./-]+$/

export type Collected = {
  /** How many changes are parked in the table now. */
  changes: number
  /** The keys of objects that Lambda did not write. They remain. */
  unknown: string[]
}

/**
 * Moves what Lambda gave up from the bucket to the changes that are parked in the table, object by object. If it is interrupted, it
 * continues when it is called again.
 *
 * @throws if the bucket or the table does not respond.
 */
export async function collectGivenUp(
  database: Database,
  bucketName: string,
  { environment, isDryRun, now }: { environment: Environment; isDryRun: boolean; now: Date },
): Promise<Collected> {
  const bucket = openBucket(bucketName, database, environment)
  const collected: Collected = { changes: 0, unknown: [] }
  for await (const key of bucket.list()) {
    const batch = keyPattern.test(key) ? readGivenUp(await bucket.read(key)) : undefined
    if (!batch) {
      collected.unknown.push(key)
      continue
    }
    collected.changes += await parkGivenUp(database, batch, now, { isDryRun })
    if (!isDryRun) await bucket.remove(key)
  }
  return collected
}
