import { repairFeed } from '@cairn/domain/events/repair-feed'
import { daysAfter } from '@cairn/domain/requests/context'
import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { type Command, runCommand, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('feed:repair', '[--aws] [--since=<date>]')}

Compares histories with feeds, and appends the events that are missing. It can be run at any time, and again.
${usageLines([
  [lineOf('feed:repair'), "the running service's table, or the one in DATA_DIR"],
  [`DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('feed:repair')}`, 'another database'],
  [`TABLE_NAME=… ${lineOf('feed:repair', '--aws')}`, "a table on AWS, with the SDK's region and credentials"],
  ['--since=2026-11-01', 'events since then; default: of the last 7 days'],
])}`

const defaultDays = 7

async function repair({ address }: ExistingTable, since: Date): Promise<string> {
  const database = createDatabase(address)
  try {
    const { found, appended } = await repairFeed(database, { since, now: new Date() })
    return `Found ${found} events since ${since.toISOString()} in table ${address.tableName}, and appended ${appended} that were missing.`
  } catch (error) {
    throw new StartError(
      `The repair of table ${address.tableName} was interrupted: ${sentenceOf(error)} Run it again to continue.`,
    )
  } finally {
    closeDatabase(database)
  }
}

/** @throws StartError if a parameter is wrong. */
function readSince(parameters: readonly string[]): Date {
  const [text] = parameters.flatMap((parameter) => parameter.match(/^--since=(.*)$/)?.slice(1) ?? [])
  const since = text === undefined ? daysAfter(new Date(), -defaultDays) : new Date(text)
  if (Number.isNaN(since.getTime())) throw new UsageError()
  return since
}

const run: Command['run'] = async (parameters, { environment, print }) => {
  const since = readSince(parameters)
  if (!parameters.every((parameter) => /^--(aws$|since=)/.test(parameter))) throw new UsageError()
  const settings = readSettings(environment)
  const isOnAws = parameters.includes('--aws')
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to repair.')
  print(await withExistingTable(settings, { isOnAws }, (table) => repair(table, since)))
  return true
}

export const feedRepair: Command = {
  summary: 'appends events that the feeds lack',
  usage,
  run,
}

if (import.meta.main) await runCommand(feedRepair)
