import {
  cannotRead,
  type ExistingTable,
  withDatabase,
  withExistingTable,
} from '../database/existing-table.ts'
import { printFindings } from '../print-findings.ts'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand, type Surroundings, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('check-integrity', '[--aws]')}

Reads the whole table and lists every broken invariant. It changes nothing.
${usageLines([
  [lineOf('check-integrity'), "the running service's table, or the one in DATA_DIR"],
  [`DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('check-integrity')}`, 'another, for example after a restore'],
  [`TABLE_NAME=… ${lineOf('check-integrity', '--aws')}`, "one on AWS, with the SDK's region and credentials"],
])}`

function check(table: ExistingTable, { print }: Surroundings): Promise<boolean> {
  return withDatabase(table, cannotRead(table), (database) => printFindings(database, table.isInUse, print))
}

const run: Command['run'] = async (parameters, surroundings) => {
  const { environment } = surroundings
  if (parameters.some((parameter) => parameter !== '--aws')) throw new UsageError()
  const settings = readSettings(environment)
  const isOnAws = parameters.includes('--aws')
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to check.')
  return withExistingTable(settings, { isOnAws }, (table) => check(table, surroundings))
}

export const checkIntegrity: Command = {
  summary: 'lists every broken invariant',
  usage,
  run,
}

if (import.meta.main) await runCommand(checkIntegrity)
