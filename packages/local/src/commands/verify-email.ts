import { ServiceError } from '@cairn/contract/errors'
import { verifyPrincipalByAddress } from '@cairn/domain/auth/verify-principal'
import { closeDatabase, createDatabase } from '@cairn/domain/database/client'
import { type ExistingTable, withExistingTable } from '../engine/existing-table.ts'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf } from '../start-error.ts'

const usage = `Usage: npm run verify-email -- user@example.com

Marks an address as verified without its link.
  npm run verify-email -- …                 in the running service's table, or in the one in DATA_DIR
  DYNAMODB_ENDPOINT=… TABLE_NAME=…          in another database, for example on AWS`

async function verifyEmail(email: string, { address }: ExistingTable): Promise<void> {
  const database = createDatabase(address)
  try {
    const outcome = await verifyPrincipalByAddress(database, email, new Date())
    if (outcome === 'unknown') throw new StartError(`Nobody has registered ${email}.`)
    console.log(outcome === 'verified' ? `${email} is verified.` : `${email} was verified already.`)
  } catch (error) {
    if (error instanceof StartError || error instanceof ServiceError) throw error
    throw new StartError(`Table ${address.tableName} cannot be used: ${sentenceOf(error)}`)
  } finally {
    closeDatabase(database)
  }
}

const [email, ...more] = process.argv.slice(2)
try {
  if (!email?.includes('@') || more.length > 0) throw new StartError(usage)
  await withExistingTable(readSettings(process.env), { isOnAws: false }, (table) => verifyEmail(email, table))
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
