import path from 'node:path'
import { type Engine, EngineStartError, openEngine } from '@cairn/engine'
import { StartError } from '../start-error.ts'
import { importEarlierData } from './import-earlier-data.ts'

/**
 * Opens the embedded database in a data directory, which must exist, or in memory.
 * @throws StartError if another process uses it, or its file is damaged or not Cairn's.
 */
export async function openDatabase(dataDirectory: string | null): Promise<Engine> {
  try {
    if (dataDirectory === null) return openEngine()
    const directory = path.resolve(dataDirectory)
    await importEarlierData(directory)
    return openEngine({ directory })
  } catch (error) {
    if (error instanceof EngineStartError) throw new StartError(error.message)
    throw error
  }
}
