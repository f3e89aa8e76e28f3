import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { findConfirmed } from '@cairn/domain/check-integrity/find-confirmed'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { type ExistingTable, withExistingTable } from '../engine/existing-table.ts'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf } from '../start-error.ts'

const usage = `Usage: npm run fsck [-- --aws]

Reads the whole table and tells every broken invariant. Nothing is written.
  npm run fsck                              the running service's table, or the one in DATA_DIR
  DYNAMODB_ENDPOINT=… TABLE_NAME=…          another database, for example after a restore
  TABLE_NAME=… npm run fsck -- --aws        a table on AWS, with the SDK's own region and credentials`

/** Prints what is wrong, a line each, and a summary; answers whether anything is broken. */
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
    throw new StartError(`Table ${address.tableName} cannot be read: ${sentenceOf(error)}`)
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
  if (isOnAws && !process.env.TABLE_NAME) throw new StartError('Say which table: TABLE_NAME is not set.')
  const isBroken = await withExistingTable(settings, { isOnAws }, check)
  if (isBroken) process.exitCode = 1
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
