import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
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
 * access as the database has. A file that is there is never opened: closing it would end every lock that this process has
 * on it (fcntl(2)), SQLite's included.
 * @throws EngineStartError if it cannot be made or is somebody else's.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(file, error)
  }
  try {
    chmodSync(file, 0o600)
  } catch (error) {
    throw unusable(file, error)
  }
}

/** Syncs a file or directory that nothing has open in this process. */
export function syncClosedFile(file: string): void {
  if (process.platform === 'win32') return // It cannot sync a directory, and no file that is open is ever removed there.
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const unusable = (file: string, error: unknown) =>
  new EngineStartError(`The file ${file} cannot be used: ${codeOf(error)}.`)

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
