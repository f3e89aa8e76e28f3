import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { findConfirmed } from '@cairn/domain/check-integrity/find-confirmed'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf } from '../start-error.ts'

const usage = `Usage: npm run check-integrity [-- --aws]

Reads the whole table and lists every broken invariant. It changes nothing.
  npm run check-integrity                                the running service's table, or the one in DATA_DIR
  DYNAMODB_ENDPOINT=… TABLE_NAME=… npm run check-integrity
                                                         another database, for example after a restore
  TABLE_NAME=… npm run check-integrity -- --aws          a table on AWS, with the SDK's region and credentials`

/** Prints each finding on a line, then a summary. Returns whether anything is broken. */
async function check(table: ExistingTable): Promise<boolean> {
  const { address, isInUse } = table
  const database: Database = createDatabase(address)
  const count = { records: 0, broken: 0, orphaned: 0 }
  const options = {
    onPage: (records: number) => {
      count.records += records
    },
  }
  const findings: AsyncIterable<Finding> = isInUse
    ? findConfirmed(database, options)
    : checkTable(database, options)
  try {
    for await (const { kind, key, message } of findings) {
      count[kind]++
      console.log(`${kind}: ${message} (${key.pk} ${key.sk})`)
    }
  } catch (error) {
    throw new StartError(`Cannot read table ${address.tableName}: ${sentenceOf(error)}`)
  } finally {
    closeDatabase(database)
  }
  console.log(
    `${count.records} records in table ${address.tableName}: ${count.broken} broken, ${count.orphaned} orphaned.`,
  )
  return count.broken > 0
}

const parameters = process.argv.slice(2)
try {
  if (parameters.some((parameter) => parameter !== '--aws')) throw new StartError(usage)
  const settings = readSettings(process.env)
  const isOnAws = parameters.includes('--aws')
  if (isOnAws && !process.env.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to check.')
  const isBroken = await withExistingTable(settings, { isOnAws }, check)
  if (isBroken) process.exitCode = 1
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
