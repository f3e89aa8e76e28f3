import path from 'node:path'
import { type Engine, type EngineOptions, EngineStartError, openEngine } from '@cairn/engine'
import { StartError } from '../start-error.ts'

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
    return openEngine({ ...options, directory, sync: 'background' })
  } catch (error) {
    if (!(error instanceof EngineStartError)) throw error
    throw new StartError(
      error.message.replace(/^Another process is (.*)\.$/, 'Another service is $1 (DATA_DIR).'),
    )
  }
}
