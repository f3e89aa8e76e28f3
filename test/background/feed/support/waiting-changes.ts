import { readChanges } from '@cairn/domain/background/changes/handle-queue'
import type { Database } from '@cairn/domain/storage/database/client'

/** Returns the changes that wait, at most 2,000. */
export async function waitingChanges(database: Database) {
  return (await readChanges(database, { limit: 2_000 })).changes
}
