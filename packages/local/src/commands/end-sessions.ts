import { endSessionsOf, endSessionsOfEverybody } from '@cairn/domain/accounts/auth/sessions/end-all-sessions'
import type { Database } from '@cairn/domain/storage/database/client'
import { cannotUse, type ExistingTable, withDatabase, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('end-sessions', 'user@example.com')}

Ends all sessions of one person, by email address or user id, or of everybody. Everybody concerned has to sign in again.
API tokens keep working, and so do sessions that a proxy or an issuer owns: end them there.
${usageLines([
  [lineOf('end-sessions', '…'), "in the running service's table, or the one in DATA_DIR"],
  [lineOf('end-sessions', '--everybody'), 'of everybody'],
  [`TABLE_NAME=… ${lineOf('end-sessions', '--aws …')}`, "on AWS, with the SDK's region and credentials"],
  [`DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('end-sessions', '…')}`, 'in another database'],
])}`

function endSessionsIn(table: ExistingTable, who: string | undefined): Promise<string> {
  return withDatabase(table, cannotUse(table), (database) =>
    who === undefined ? endThoseOfEverybody(database) : endThoseOf(database, who),
  )
}

async function endThoseOf(database: Database, who: string): Promise<string> {
  if (!(await endSessionsOf(database, who))) {
    throw new StartError(`Nobody has a verified account or a user id ${who}.`)
  }
  return `All sessions of ${who} have ended.`
}

async function endThoseOfEverybody(database: Database): Promise<string> {
  let people = 0
  for await (const count of endSessionsOfEverybody(database)) people = count
  return `All sessions have ended, of ${people} people.`
}

const run: Command['run'] = async (parameters, { environment, print }) => {
  const isOnAws = parameters.includes('--aws')
  const isForEverybody = parameters.includes('--everybody')
  const [who, ...more] = parameters.filter(
    (parameter) => parameter !== '--aws' && parameter !== '--everybody',
  )
  const isUsage = more.length > 0 || who?.startsWith('-') || (who !== undefined) === isForEverybody
  if (isUsage) throw new UsageError()
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table on AWS.')
  print(await withExistingTable(readSettings(environment), { isOnAws }, (table) => endSessionsIn(table, who)))
  return true
}

export const endSessions: Command = {
  summary: 'signs one person out everywhere, or everybody',
  usage,
  run,
}

if (import.meta.main) await runCommand(endSessions)
