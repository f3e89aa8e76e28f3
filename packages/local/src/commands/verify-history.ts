import { verifyHistory } from '@cairn/contract/goals/history-chain'
import { findHistory } from '@cairn/domain/goals/history/read-history'
import {
  cannotRead,
  type ExistingTable,
  withDatabase,
  withExistingTable,
} from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand, type Surroundings, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('verify-history', '<goal id> [--aws]')}

Verifies the history of a goal: every entry is there, unchanged, and follows the entry before it. It changes nothing.
${usageLines([
  [lineOf('verify-history', '<goal id>'), "the running service's table, or the one in DATA_DIR"],
  [
    `TABLE_NAME=… ${lineOf('verify-history', '<goal id> --aws')}`,
    "one on AWS, with the SDK's region and credentials",
  ],
])}`

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether the history is whole. */
function verify(goalId: string, table: ExistingTable, { print }: Surroundings): Promise<boolean> {
  return withDatabase(table, cannotRead(table), async (database) => {
    const history = await findHistory(database, goalId)
    if (!history) throw new StartError(`There is no goal ${goalId} in table ${table.address.tableName}.`)
    const { row, entries } = history
    const problems = await verifyHistory(row, entries)
    for (const { message } of problems) print(message)
    if (problems.length === 0) {
      print(
        `The history of "${row.title}" is whole: ${entries.length} entries, the last with hash ${row.historyHash}.`,
      )
    }
    return problems.length === 0
  })
}

const run: Command['run'] = async (parameters, surroundings) => {
  const { environment } = surroundings
  const isOnAws = parameters.includes('--aws')
  const [goalId, ...others] = parameters.filter((parameter) => parameter !== '--aws')
  if (goalId === undefined || !uuidPattern.test(goalId) || others.length > 0) throw new UsageError()
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table of the goal.')
  const settings = readSettings(environment)
  return withExistingTable(settings, { isOnAws }, (table) =>
    verify(goalId.toLowerCase(), table, surroundings),
  )
}

export const verifyHistoryOf: Command = {
  summary: 'verifies that no entry of a goal was changed',
  usage,
  run,
}

if (import.meta.main) await runCommand(verifyHistoryOf)
