import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { writeLayout } from '@cairn/domain/migration/layout'
import { type MovedGoals, moveGoals } from '@cairn/domain/migration/move-goals'
import { setAlarms, writeHasAlarms } from '@cairn/domain/migration/set-alarms'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { printFindings } from '../print-findings.ts'
import { readSettings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { type Command, runCommand, type Surroundings } from './command.ts'

const usage = `Usage: TABLE_NAME=… npm run migrate -- --aws

Moves the goals of version 0.1 into the layout of this version, sets the alarms of reminders, and then checks the whole table. It can be interrupted and run again.
  TABLE_NAME=… npm run migrate -- --aws                   a table on AWS, with the SDK's region and credentials
  DYNAMODB_ENDPOINT=… TABLE_NAME=… npm run migrate        another database
The service moves the goals of the database in DATA_DIR itself when it starts.`

/** Progress is printed at most this often, in milliseconds. */
const progressMilliseconds = 5_000

/** Returns whether the table is wholly of the current layout. */
async function migrateTable({ address }: ExistingTable, { print }: Surroundings): Promise<boolean> {
  const database = createDatabase(address)
  try {
    const moved = await moveAll(database, print)
    for (const problem of moved.problems) print(problem)
    print(sentenceAbout(moved))
    print(await setAll(database))
    print(`Checking table ${address.tableName}.`)
    if (!(await printFindings(database, true, print))) {
      print('The layout is not recorded, because of these findings. Every goal that was moved can be used.')
      return false
    }
    await writeLayout(database)
    await writeHasAlarms(database)
    print(`Table ${address.tableName} is wholly of the layout of this version.`)
    return true
  } catch (error) {
    throw new StartError(
      `The migration of table ${address.tableName} was interrupted: ${sentenceOf(error)} Run it again to continue.`,
    )
  } finally {
    closeDatabase(database)
  }
}

async function moveAll(database: Database, print: Surroundings['print']): Promise<MovedGoals> {
  let last: MovedGoals = { moved: 0, removed: 0, problems: [] }
  let printedAt = performance.now()
  for await (const count of moveGoals(database)) {
    last = count
    if (performance.now() - printedAt < progressMilliseconds) continue
    printedAt = performance.now()
    print(sentenceAbout(count))
  }
  return last
}

async function setAll(database: Database): Promise<string> {
  let last = { goals: 0, users: 0, tokens: 0 }
  for await (const count of setAlarms(database, new Date())) last = count
  return `Set the alarms of ${last.goals} goals and the timers of ${last.users} users, and listed ${last.tokens} API tokens.`
}

function sentenceAbout({ moved, removed }: MovedGoals): string {
  return `Moved ${moved} goals, and removed what was left of ${removed} deleted or moved ones.`
}

export const migrate: Command = async (parameters, surroundings) => {
  const { environment } = surroundings
  const settings = readSettings(environment)
  const isOnAws = parameters.includes('--aws')
  if (parameters.some((parameter) => parameter !== '--aws') || (!isOnAws && !settings.endpoint)) {
    throw new StartError(usage)
  }
  if (!environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to migrate.')
  return withExistingTable(settings, { isOnAws }, (table) => migrateTable(table, surroundings))
}

if (import.meta.main) await runCommand(migrate)
