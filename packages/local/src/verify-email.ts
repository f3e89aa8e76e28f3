import { ServiceError } from '@cairn/contract/errors'
import { verifyPrincipalByAddress } from '@cairn/domain/auth/verify-principal'
import { closeDatabase, createDatabase } from '@cairn/domain/database'
import { createDataDirectory, findRunningService } from './data-directory.ts'
import { startEngine } from './engine.ts'
import { readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { ensureTable } from './table.ts'

/** Runs `use` with the table: the one that is named, the running service's, or the one in the data directory. */
async function withTable<T>(
  settings: Settings,
  use: (endpoint: string, tableName: string) => Promise<T>,
): Promise<T> {
  const { endpoint, tableName, dataDirectory } = settings
  if (endpoint !== undefined) return await use(endpoint, tableName)
  const running = await findRunningService(dataDirectory)
  if (running) return await use(running.endpoint, running.tableName)
  await createDataDirectory(dataDirectory)
  const engine = await startEngine({ dataDirectory })
  try {
    await ensureTable({ ...settings, endpoint: engine.endpoint })
    return await use(engine.endpoint, tableName)
  } finally {
    await engine.stop()
  }
}

async function verifyEmail(address: string): Promise<void> {
  const settings = readSettings(process.env)
  const outcome = await withTable(settings, async (endpoint, tableName) => {
    const { region, credentials } = settings
    const database = createDatabase({ endpoint, tableName, region, credentials })
    try {
      return await verifyPrincipalByAddress(database, address, new Date())
    } finally {
      closeDatabase(database)
    }
  })
  if (outcome === 'unknown') throw new StartError(`Nobody has registered ${address}.`)
  console.log(outcome === 'verified' ? `${address} is verified.` : `${address} was verified already.`)
}

const [address, ...more] = process.argv.slice(2)
try {
  if (!address?.includes('@') || more.length > 0) {
    throw new StartError('Usage: npm run verify-email -- user@example.com')
  }
  await verifyEmail(address)
} catch (error) {
  if (!(error instanceof StartError || error instanceof ServiceError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
