import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { findConfirmed } from '@cairn/domain/check-integrity/find-confirmed'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import type { Database } from '@cairn/domain/storage/database/client'

/**
 * Checks the table, and prints each finding on a line, then a summary. Returns whether none is broken.
 *
 * @param isInUse  Whether others may write to the table at the same time.
 */
export async function printFindings(
  database: Database,
  isInUse: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const count = { records: 0, broken: 0, orphaned: 0 }
  const options = {
    onPage: (records: number) => {
      count.records += records
    },
  }
  const findings: AsyncIterable<Finding> = isInUse
    ? findConfirmed(database, options)
    : checkTable(database, options)
  for await (const { kind, key, message } of findings) {
    count[kind]++
    print(`${kind}: ${message} (${key.pk} ${key.sk})`)
  }
  print(
    `${count.records} records in table ${database.tableName}: ${count.broken} broken, ${count.orphaned} orphaned.`,
  )
  return count.broken === 0
}
