import { verifyHistory } from '@cairn/contract/history-chain'
import { closeDatabase, createDatabase } from '@cairn/domain/database/client'
import { findHistory } from '@cairn/domain/goals/history/read-history'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf } from '../start-error.ts'

const usage = `Usage: npm run verify-history -- <goal id> [--aws]

Verifies the history of a goal: every entry is there, unchanged, and follows the entry before it. It changes nothing.
  npm run verify-history -- <goal id>                      the running service's table, or the one in DATA_DIR
  TABLE_NAME=… npm run verify-history -- <goal id> --aws   a table on AWS, with the SDK's region and credentials`

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether the history is whole. */
async function verify(goalId: string, { address }: ExistingTable): Promise<boolean> {
  const database = createDatabase(address)
  try {
    const history = await findHistory(database, goalId)
    if (!history) throw new StartError(`There is no goal ${goalId} in table ${address.tableName}.`)
    const { row, entries } = history
    const problems = await verifyHistory(row, entries)
    for (const { message } of problems) console.log(message)
    if (problems.length === 0) {
      console.log(
        `The history of "${row.title}" is whole: ${entries.length} entries, the last with hash ${row.historyHash}.`,
      )
    }
    return problems.length === 0
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot read table ${address.tableName}: ${sentenceOf(error)}`)
  } finally {
    closeDatabase(database)
  }
}

const parameters = process.argv.slice(2)
try {
  const isOnAws = parameters.includes('--aws')
  const [goalId, ...others] = parameters.filter((parameter) => parameter !== '--aws')
  if (goalId === undefined || !uuidPattern.test(goalId) || others.length > 0) throw new StartError(usage)
  if (isOnAws && !process.env.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table of the goal.')
  const settings = readSettings(process.env)
  const isWhole = await withExistingTable(settings, { isOnAws }, (table) =>
    verify(goalId.toLowerCase(), table),
  )
  if (!isWhole) process.exitCode = 1
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
