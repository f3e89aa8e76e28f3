import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { printFindings } from '../print-findings.ts'
import { readSettings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { type Command, runCommand, type Surroundings } from './command.ts'

const usage = `Usage: npm run check-integrity [-- --aws]

Reads the whole table and lists every broken invariant. It changes nothing.
  npm run check-integrity                                the running service's table, or the one in DATA_DIR
  DYNAMODB_ENDPOINT=… TABLE_NAME=… npm run check-integrity
                                                         another database, for example after a restore
  TABLE_NAME=… npm run check-integrity -- --aws          a table on AWS, with the SDK's region and credentials`

async function check({ address, isInUse }: ExistingTable, { print }: Surroundings): Promise<boolean> {
  const database = createDatabase(address)
  try {
    return await printFindings(database, isInUse, print)
  } catch (error) {
    throw new StartError(`Cannot read table ${address.tableName}: ${sentenceOf(error)}`)
  } finally {
    closeDatabase(database)
  }
}

export const checkIntegrity: Command = async (parameters, surroundings) => {
  const { environment } = surroundings
  if (parameters.some((parameter) => parameter !== '--aws')) throw new StartError(usage)
  const settings = readSettings(environment)
  const isOnAws = parameters.includes('--aws')
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to check.')
  return withExistingTable(settings, { isOnAws }, (table) => check(table, surroundings))
}

if (import.meta.main) await runCommand(checkIntegrity)
