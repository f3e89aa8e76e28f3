import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { findConfirmed } from '@cairn/domain/check-integrity/find-confirmed'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import type { Database } from '@cairn/domain/database/client'

/**
 * Checks the table, and prints each finding on a line, then a summary. Returns whether every record is sound: none is broken,
 * and no goal is still to be moved.
 *
 * @param isInUse  Whether others may write to the table at the same time.
 */
export async function printFindings(
  database: Database,
  isInUse: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const count = { records: 0, broken: 0, orphaned: 0, unmigrated: 0 }
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
  const unmigrated =
    count.unmigrated > 0 ? `, ${count.unmigrated} goals of version 0.1 (\`npm run migrate\`)` : ''
  print(
    `${count.records} records in table ${database.tableName}: ${count.broken} broken, ${count.orphaned} orphaned${unmigrated}.`,
  )
  return count.broken + count.unmigrated === 0
}
