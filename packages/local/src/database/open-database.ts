import path from 'node:path'
import { type Engine, type EngineOptions, EngineStartError, openEngine } from '@cairn/engine'
import { lockDirectory } from '@cairn/engine/storage/files/lock'
import { StartError } from '../start-error.ts'
import { importEarlierData, needsImport } from './import-earlier-data.ts'

/**
 * Opens the embedded database in a data directory, which must exist, or in memory.
 * @param options  The clock, how often expired records are deleted, and who is told that the file cannot be written.
 * @throws StartError if another process uses it, or its file is damaged or not Cairn's.
 */
export async function openDatabase(
  dataDirectory: string | null,
  options: Pick<EngineOptions, 'now' | 'deleteExpiredEvery' | 'report'> = {},
): Promise<Engine> {
  if (dataDirectory === null) return openEngine(options)
  const directory = path.resolve(dataDirectory)
  try {
    if (needsImport(directory)) await importLocked(directory)
    return openEngine({ ...options, directory, sync: 'background' })
  } catch (error) {
    if (!(error instanceof EngineStartError)) throw error
    throw new StartError(
      error.message.replace(/^Another process is (.*)\.$/, 'Another service is $1 (DATA_DIR).'),
    )
  }
}

async function importLocked(directory: string): Promise<void> {
  const lock = lockDirectory(directory)
  try {
    await importEarlierData(directory)
  } finally {
    lock.release()
  }
}
