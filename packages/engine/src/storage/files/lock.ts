import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FileIdentity } from './file-identity.ts'
import { createPrivateFile } from './private-file.ts'
import { EngineStartError, isStorageError } from './start-error.ts'

export type Lock = {
  /**
   * Takes the lock again if its file was removed. Returns whether it was.
   * @throws EngineStartError if another process has it now.
   */
  keep(): boolean
  release(): void
}

const busy = 5

/**
 * Takes a directory for this process alone: an exclusive transaction on an empty SQLite file beside the database. It is a
 * lock of the operating system on every platform that SQLite knows, so it ends with the process however that ends. The
 * database itself stays readable by others, for backups and checks while the service runs.
 * @throws EngineStartError if another process, or another engine of this one, holds it.
 */
export function lockDirectory(directory: string): Lock {
  const file = path.join(directory, 'engine.lock')
  let lock = lockFile(file, directory)
  let identity = new FileIdentity([file])
  return {
    keep() {
      const { removed, replaced } = identity.changes()
      if (removed.length + replaced.length === 0) return false
      const taken = lockFile(file, directory)
      lock.close()
      lock = taken
      identity = new FileIdentity([file])
      return true
    },
    release: () => lock.close(),
  }
}

function lockFile(file: string, directory: string): DatabaseSync {
  createPrivateFile(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written, so no journal is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isStorageError(error)) throw error
    throw new EngineStartError(
      error.errcode === busy
        ? `Another process is using the data directory ${directory}.`
        : `The lock file ${file} cannot be used: ${error.message}.`,
    )
  }
  return lock
}
