import type { Database } from '../database/client.ts'
import { type CheckOptions, checkTable } from './check-table.ts'
import type { Finding } from './finding.ts'

/**
 * What is broken in a table that is in use. A write between two pages of the scan can make records seem to contradict
 * each other; what a second pass finds again, word for word, is so. A table without findings is read once.
 *
 * Holds the findings of the first pass.
 */
export async function* findConfirmed(
  database: Database,
  options: CheckOptions = {},
): AsyncGenerator<Finding> {
  const suspected = new Set<string>()
  for await (const finding of checkTable(database, options)) suspected.add(textOf(finding))
  if (suspected.size === 0) return
  for await (const finding of checkTable(database, { ...(options.now && { now: options.now }) })) {
    if (suspected.has(textOf(finding))) yield finding
  }
}

function textOf({ kind, key, message }: Finding): string {
  return JSON.stringify([kind, key.pk, key.sk, message])
}
