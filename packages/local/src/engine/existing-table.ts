import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseOptions } from '@cairn/domain/database/client'
import { findRunningService } from '../data-directory/data-directory.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { startEngine } from './engine.ts'

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
  const running = await findRunningService(dataDirectory)
  if (running) {
    const address = { endpoint: running.endpoint, tableName: running.tableName, region, credentials }
    return use({ address, isInUse: true })
  }
  if (!(await stat(path.join(dataDirectory, 'cairn.sqlite')).catch(() => undefined))) {
    throw new StartError(
      `There is no Cairn database in ${dataDirectory}. Set DATA_DIR to the service's data directory, or DYNAMODB_ENDPOINT and TABLE_NAME to its table.`,
    )
  }
  const engine = await startEngine({ dataDirectory })
  try {
    return await use({
      address: { endpoint: engine.endpoint, tableName, region, credentials },
      isInUse: false,
    })
  } finally {
    await engine.stop()
  }
}
