import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { type ExistingTable, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { checkIntegrity } from './check-integrity.ts'
import { type Command, runCommand, UsageError, usageLines } from './command.ts'
import { runRepair } from './repair.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('restore-drill', '[--aws]')}

Checks a restored table, repairs what follows from other records, and checks it again. Do this before a service uses it, and
every few months with a table that you delete afterwards.
${usageLines([
  [
    `TABLE_NAME=… ${lineOf('restore-drill', '--aws')}`,
    "a table on AWS, with the SDK's region and credentials",
  ],
  [`DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('restore-drill')}`, 'another database'],
  [`DATA_DIR=… ${lineOf('restore-drill')}`, 'a restored copy of a data directory'],
])}`

/**
 * Refuses a table that is in use: a drill is for a copy. DynamoDB restores a table without deletion protection, and the
 * stack's own has it.
 */
async function refuseInUse({ address }: ExistingTable): Promise<void> {
  if (address.attach !== undefined) return
  const database = createDatabase(address)
  try {
    const { Table } = await database.client.send(new DescribeTableCommand({ TableName: address.tableName }))
    if (!Table?.DeletionProtectionEnabled) return
  } catch (error) {
    throw new StartError(`Cannot read table ${address.tableName}: ${sentenceOf(error)}`)
  } finally {
    closeDatabase(database)
  }
  throw new StartError(
    `Table ${address.tableName} is protected from deletion, so a service may use it. Restore into a table of another name, and run the drill before you protect it.`,
  )
}

const run: Command['run'] = async (parameters, surroundings) => {
  const { environment, print } = surroundings
  if (parameters.some((parameter) => parameter !== '--aws')) throw new UsageError()
  const isOnAws = parameters.includes('--aws')
  if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the restored table.')
  await withExistingTable(readSettings(environment), { isOnAws }, async (table) => {
    if (table.isInUse && table.address.attach !== undefined) {
      throw new StartError('The service runs on this table. Restore the backup into another DATA_DIR.')
    }
    await refuseInUse(table)
  })
  print('1. As restored:')
  await checkIntegrity.run(parameters, surroundings)
  print('2. Repair:')
  await runRepair({ isQuiet: true })(parameters, surroundings)
  print('3. After the repair:')
  const isWhole = await checkIntegrity.run(parameters, surroundings)
  print(
    isWhole ? 'The restored table can be used.' : 'The restored table has records that a repair cannot mend.',
  )
  return isWhole
}

export const restoreDrill: Command = {
  summary: 'checks a restored table, and repairs it',
  usage,
  run,
}

if (import.meta.main) await runCommand(restoreDrill)
