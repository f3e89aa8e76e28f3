import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Checkpointer } from './checkpointer.ts'
import { type Connection, openConnection } from './connection.ts'
import { FileIdentity } from './file-identity.ts'
import type { Lock } from './lock.ts'
import { LogSync } from './log-sync.ts'
import { createPrivateFile, syncClosedFile } from './private-file.ts'
import { EngineStartError } from './start-error.ts'

export type DatabaseFileOptions = {
  /** Undefined keeps everything in memory. */
  file: string | undefined
  lock: Lock | undefined
  isSyncedByCommit: boolean
  /** Told in a sentence when the file cannot be written, and when it can be again. */
  report: ((sentence: string) => void) | undefined
}

/** The database's file and the connection to it, through failures of either. */
export class DatabaseFile {
  readonly #file: string | undefined
  readonly #lock: Lock | undefined
  readonly #report: (sentence: string) => void
  readonly #onOpen: () => void
  #connection: Connection | undefined
  #isChecked = false
  /** Of the files that must be in their place for a write to last. */
  #identity: FileIdentity | undefined
  #isFailing = false

  /** Undefined if a COMMIT syncs by itself, or nothing is on disk. */
  readonly logSync: LogSync | undefined
  readonly checkpointer: Checkpointer | undefined

  /** @param onOpen  Called whenever the file has been opened: it may hold something else than what was known of it. */
  constructor({ file, lock, isSyncedByCommit, report = () => {} }: DatabaseFileOptions, onOpen: () => void) {
    this.#file = file
    this.#lock = lock
    this.#report = report
    this.#onOpen = onOpen
    this.logSync = file === undefined || isSyncedByCommit ? undefined : new LogSync(file)
    this.checkpointer = this.logSync && new Checkpointer(file as string)
  }

  /**
   * Opens the file if it is not open, or if it could not be opened after a failure.
   * @throws EngineStartError if it cannot be used, or is not the one that it was.
   */
  get connection(): Connection {
    return this.#connection ?? this.#open()
  }

  #open(): Connection {
    const { removed, replaced } = this.#changes()
    // A removed file would be made again, empty. The log ends with the last connection.
    if (this.#file !== undefined && [...removed, ...replaced].includes(this.#file)) {
      throw new EngineStartError(`The database file ${this.#file} is not the one that was in use.`)
    }
    const connection = openConnection(this.#file, {
      isChecked: this.#isChecked,
      isSyncedByCommit: this.logSync === undefined,
    })
    this.#connection = connection
    this.#isChecked = true
    this.#onOpen()
    if (this.#file !== undefined) this.#identity = new FileIdentity([this.#file, `${this.#file}-wal`])
    return connection
  }

  #changes() {
    return this.#identity?.changes() ?? { removed: [], replaced: [] }
  }

  /**
   * Before a write: makes sure that the files of the database are those that are open. SQLite would go on writing to removed
   * ones, which end with the process. What they hold is written to a new file then.
   * @throws Error if that fails, or if another process has the lock or has put other files in their place.
   */
  requireInPlace(): void {
    if (this.#file === undefined || this.#connection === undefined) return
    const wasLockRemoved = this.#lock?.keep()
    const { removed, replaced } = this.#changes()
    if (replaced.length > 0) {
      throw new EngineStartError(`${replaced.join(' and ')} was replaced while it was in use`)
    }
    if (removed.length > 0) this.#writeAgain(this.#file)
    // Another process may have had the lock, and have written.
    else if (wasLockRemoved) this.#close()
  }

  #writeAgain(file: string): void {
    const copy = `${file}.again`
    rmSync(copy, { force: true })
    createPrivateFile(copy)
    this.connection.run('VACUUM INTO ?', copy)
    syncClosedFile(copy)
    this.#close()
    // SQLite would apply the log of the removed file to the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    renameSync(copy, file)
    syncClosedFile(path.dirname(file))
    this.#identity = undefined
    this.#report(`The database was removed while it was in use. It has been written to ${file} again.`)
  }

  /**
   * Copies all of the log into the database and syncs that.
   * @throws Error if it fails, or another process is reading the log.
   */
  emptyLog(): void {
    const [isBusy] = this.connection.row<[number]>('PRAGMA wal_checkpoint(TRUNCATE)') ?? [1]
    if (isBusy) throw new Error('the log is in use')
  }

  /** After a write has reached the disk. */
  noteWritten(): void {
    if (!this.#isFailing) return
    this.#isFailing = false
    this.#report('The database can be written again.')
  }

  /** After a write that failed. What is stored is read from the file again. */
  recover(error: unknown): void {
    if (!this.#isFailing) {
      this.#isFailing = true
      this.#report(`The database cannot be written, and requests fail until it can: ${sentenceOf(error)}.`)
    }
    const { removed, replaced } = this.#changes()
    if (this.#file !== undefined && removed.length + replaced.length === 0) {
      this.#close()
    } else {
      // Only the connection still has what was stored.
      this.#connection?.rollBack()
      this.#onOpen()
    }
  }

  #close(): void {
    const connection = this.#connection
    this.#connection = undefined
    this.logSync?.close()
    this.checkpointer?.close()
    try {
      connection?.close()
    } catch {
      // The next use opens the file again, and fails if it cannot.
    }
  }

  close(): void {
    try {
      this.requireInPlace()
    } catch (error) {
      this.#report(`The database could not be saved: ${sentenceOf(error)}.`)
    }
    this.#close()
  }
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
