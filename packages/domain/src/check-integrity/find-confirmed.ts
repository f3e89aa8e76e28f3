import type { Database } from '../storage/database/client.ts'
import { type CheckOptions, checkTable } from './check-table.ts'
import type { Finding } from './finding.ts'

/**
 * Yields the broken invariants of a table that is in use. A write between two pages of the scan can make records seem
 * to contradict each other, so only findings that a second pass repeats word for word are yielded. A table without
 * findings is read once. Its memory also grows with the number of findings.
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
