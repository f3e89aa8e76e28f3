import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { EngineStartError } from './start-error.ts'

/**
 * Makes the directory if it is missing, for its owner alone. Its parent must exist.
 * @throws EngineStartError if it cannot be made.
 */
export function createPrivateDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw new EngineStartError(`The data directory ${directory} cannot be made: ${codeOf(error)}.`)
  }
}

/**
 * Makes the file if it is missing, and takes the access of others away. SQLite gives the files beside a database the same
 * access as the database has.
 * @throws EngineStartError if it cannot be made or is somebody else's.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  } catch (error) {
    throw new EngineStartError(`The file ${file} cannot be used: ${codeOf(error)}.`)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
