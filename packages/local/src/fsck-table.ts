import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseOptions } from '@cairn/domain/database'
import { findRunningService } from './data-directory.ts'
import { startEngine } from './engine.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

export type CheckedTable = {
  address: DatabaseOptions
  /** Whether others may write to it while it is read. */
  isInUse: boolean
}

/**
 * Hands over the table on AWS, the one that is named, the running service's, or the one in the data directory. Nothing
 * is created: a table that is not there is an error, not an empty one.
 * @throws StartError where there is none.
 */
export async function withCheckedTable<T>(
  settings: Settings,
  { isOnAws }: { isOnAws: boolean },
  use: (table: CheckedTable) => Promise<T>,
): Promise<T> {
  const { endpoint, tableName, region, credentials, dataDirectory } = settings
  if (isOnAws) return use({ address: { tableName, endpoint }, isInUse: true })
  if (endpoint !== undefined) {
    return use({ address: { endpoint, tableName, region, credentials }, isInUse: true })
  }
  const running = await findRunningService(dataDirectory)
  if (running) {
    const address = { endpoint: running.endpoint, tableName: running.tableName, region, credentials }
    return use({ address, isInUse: true })
  }
  const file = path.join(dataDirectory, 'cairn.sqlite')
  if (!(await stat(file).catch(() => undefined))) {
    throw new StartError(`There is no table in ${dataDirectory} (DATA_DIR).`)
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
