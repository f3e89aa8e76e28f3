import { existsSync } from 'node:fs'
import path from 'node:path'
import { ServiceError } from '@cairn/contract/errors/errors'
import {
  closeDatabase,
  createDatabase,
  type Database,
  type DatabaseOptions,
} from '@cairn/domain/storage/database/client'
import { FormatError, requireFormat } from '@cairn/domain/storage/table/check-format'
import { attachEngine, databaseFileName } from '@cairn/engine'
import { readRunningService } from '../data-directory/data-directory.ts'
import type { Settings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { attachCommandSocket, isListening } from './command-socket.ts'
import { openDatabase } from './open-database.ts'

export type ExistingTable = {
  address: DatabaseOptions
  /** Whether others may write to it at the same time. */
  isInUse: boolean
}

/**
 * Calls `use` with the table on AWS, the one that the environment names, the running service's, or the one in the data directory.
 * It never creates a table: an empty one would hide that the right one is missing.
 * @throws StartError if there is no data in the data directory.
 */
export async function withExistingTable<T>(
  settings: Settings,
  { isOnAws }: { isOnAws: boolean },
  use: (table: ExistingTable) => Promise<T>,
): Promise<T> {
  const { endpoint, tableName, region, credentials } = settings
  if (isOnAws) return use({ address: { tableName, endpoint }, isInUse: true })
  if (endpoint !== undefined) {
    return use({ address: { endpoint, tableName, region, credentials }, isInUse: true })
  }
  const dataDirectory = path.resolve(settings.dataDirectory)
  const running = await readRunningService(dataDirectory)
  if (running?.socket !== undefined && (await isListening(running.socket))) {
    const attach = attachCommandSocket(running.socket)
    return use({ address: { tableName: running.tableName, region, credentials, attach }, isInUse: true })
  }
  if (running?.endpoint !== undefined) {
    const address = { endpoint: running.endpoint, tableName: running.tableName, region, credentials }
    return use({ address, isInUse: true })
  }
  if (!existsSync(path.join(dataDirectory, databaseFileName))) {
    throw new StartError(
      `There is no Cairn database in ${dataDirectory}. Set DATA_DIR to the service's data directory, or DYNAMODB_ENDPOINT and TABLE_NAME to its table.`,
    )
  }
  const engine = await openDatabase(dataDirectory)
  try {
    const attach: DatabaseOptions['attach'] = (client) => attachEngine(client, engine)
    return await use({ address: { tableName, region, credentials, attach }, isInUse: false })
  } finally {
    engine.close()
  }
}

/**
 * Calls `use` with a connection to an existing table, and closes it.
 * @param failure  Returns the sentence for a failure of the database.
 * @throws StartError if the table's format is not that of this version; then `use` is not called.
 */
export async function withDatabase<T>(
  { address }: ExistingTable,
  failure: (reason: string) => string,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = createDatabase(address)
  try {
    await requireFormat(database)
    return await use(database)
  } catch (error) {
    if (error instanceof FormatError) throw new StartError(error.message)
    if (error instanceof StartError || error instanceof ServiceError) throw error
    throw new StartError(failure(sentenceOf(error)))
  } finally {
    closeDatabase(database)
  }
}

export const cannotRead =
  ({ address }: ExistingTable) =>
  (reason: string) =>
    `Cannot read table ${address.tableName}: ${reason}`

export const cannotUse =
  ({ address }: ExistingTable) =>
  (reason: string) =>
    `Cannot use table ${address.tableName}: ${reason}`
