import { verifyPrincipalByAddress } from '@cairn/domain/accounts/auth/verification/verify-principal'
import { cannotUse, type ExistingTable, withDatabase, withExistingTable } from '../database/existing-table.ts'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('verify-email', 'user@example.com')}

Marks an email address as verified, without the link in the email.
${usageLines([
  [lineOf('verify-email', '…'), "in the running service's table, or the one in DATA_DIR"],
  [
    `DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('verify-email', '…')}`,
    'in another database, for example on AWS',
  ],
])}`

function verifyIn(table: ExistingTable, email: string): Promise<string> {
  return withDatabase(table, cannotUse(table), async (database) => {
    const outcome = await verifyPrincipalByAddress(database, email, new Date())
    if (outcome === 'unknown') throw new StartError(`No account has the email address ${email}.`)
    return outcome === 'verified' ? `${email} is verified.` : `${email} was already verified.`
  })
}

const run: Command['run'] = async ([email, ...more], { environment, print }) => {
  if (!email?.includes('@') || more.length > 0) throw new UsageError()
  print(
    await withExistingTable(readSettings(environment), { isOnAws: false }, (table) => verifyIn(table, email)),
  )
  return true
}

export const verifyEmail: Command = {
  summary: 'marks an email address as verified',
  usage,
  run,
}

if (import.meta.main) await runCommand(verifyEmail)
