import path from 'node:path'
import { internalError } from './errors.ts'
import type { Codec, Engine as EngineParts } from './operations/call.ts'
import type { Operation } from './operations/registry.ts'
import { Expiry } from './storage/expiry.ts'
import { lockDirectory } from './storage/files/lock.ts'
import { createPrivateDirectory } from './storage/files/private-file.ts'
import { EngineStartError, isStorageError } from './storage/files/start-error.ts'
import { GroupCommit } from './storage/group-commit.ts'
import { Store } from './storage/store.ts'

export type EngineOptions = {
  /** The folder of the database file. It is created if it is missing; its parent must exist. Without it, all is in memory. */
  directory?: string | undefined
  /** The most that parsed records may take in memory, roughly. 0 keeps none. */
  cacheBytes?: number
  /**
   * The thread that syncs a commit. `commit`: by SQLite, which holds up the event loop. `background`: by a thread of Node's
   * while the event loop goes on; nobody is answered before it, readers included.
   */
  sync?: 'commit' | 'background'
  /** How often to look for expired items and delete them, in milliseconds. Without it they stay. */
  deleteExpiredEvery?: number
  /** Told in a sentence when the file cannot be written, and when it can be again. */
  report?: ((sentence: string) => void) | undefined
  /** Unix time in milliseconds, for the age of request tokens and the expiry of items. */
  now?: () => number
}

export type Engine = {
  /** Of the database; undefined if it is in memory. */
  readonly file: string | undefined
  /** Carries out one operation of DynamoDB. `attachEngine` calls it. */
  run(operation: Operation, input: object, codec: Codec, signal?: AbortSignal): Promise<object>
  /** Commits what is waiting and ends. May be called again. */
  close(): void
}

export const databaseFileName = 'engine.sqlite'

const defaultCacheBytes = 64 * 1024 * 1024

/**
 * Opens the database in a directory, for this process alone.
 * @throws EngineStartError with one sentence if another process has it, or the file is damaged or somebody else's.
 */
export function openEngine(options: EngineOptions = {}): Engine {
  const { directory, cacheBytes = defaultCacheBytes, sync = 'commit', now = Date.now } = options
  if (directory !== undefined) createPrivateDirectory(directory)
  const lock = directory === undefined ? undefined : lockDirectory(directory)
  const file = directory === undefined ? undefined : path.join(directory, databaseFileName)
  let store: Store
  try {
    store = new Store({ file, lock, cacheBytes, isSyncedByCommit: sync === 'commit', report: options.report })
  } catch (error) {
    lock?.release()
    throw error
  }
  const commits = new GroupCommit(store, now)
  const parts: EngineParts = { store, commits, now }
  const { deleteExpiredEvery } = options
  const expiry =
    deleteExpiredEvery === undefined ? undefined : new Expiry(store, commits, now, deleteExpiredEvery)
  let isClosed = false

  return {
    file,
    async run(operation, input, codec, signal) {
      if (isClosed) throw internalError(new Error('the database is closed'))
      try {
        const output = await operation({ engine: parts, codec, signal }, input as never)
        // The data read may belong to a commit that is not synced yet.
        if (commits.synced !== undefined) await commits.synced
        return output
      } catch (error) {
        // A read that failed, or a file that could not be opened again.
        if (isStorageError(error) || error instanceof EngineStartError) throw internalError(error)
        throw error
      }
    },
    close() {
      if (isClosed) return
      isClosed = true
      expiry?.stop()
      commits.flush()
      store.database.close()
      lock?.release()
    },
  }
}
