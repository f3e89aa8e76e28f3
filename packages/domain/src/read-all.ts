import type { Database } from './database.ts'
import { pauseBeforeRetry } from './retry.ts'

/** DynamoDB reads at most this many records in one batch. */
const maximumBatchSize = 100

/**
 * Reads records by key in parallel batches, in no particular order; those that do not exist are left out. What
 * a batch left unprocessed (it ends at 16 MB, or under throttling) is read again until the request's deadline.
 *
 * @param read  An ElectroDB batch get.
 */
export async function readAll<Key, T>(
  database: Database,
  keys: readonly Key[],
  read: (keys: Key[]) => Promise<{ data: T[]; unprocessed: Key[] }>,
): Promise<T[]> {
  const batches: Key[][] = []
  for (let start = 0; start < keys.length; start += maximumBatchSize) {
    batches.push(keys.slice(start, start + maximumBatchSize))
  }
  const results = await Promise.all(
    batches.map(async (batch) => {
      const found: T[] = []
      for (let attempt = 1, wanted = batch; wanted.length > 0; attempt++) {
        if (attempt > 1) await pauseBeforeRetry(database, attempt)
        const { data, unprocessed } = await read(wanted)
        found.push(...data)
        wanted = unprocessed
      }
      return found
    }),
  )
  return results.flat()
}
