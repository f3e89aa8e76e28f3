import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/**
 * Syncs SQLite's log (`-wal`) outside of the event loop. With `synchronous=NORMAL` a COMMIT writes the log and leaves the
 * sync to whoever wants it ("PRAGMA synchronous", SQLite), which is this. SQLite has no lock on the log itself, so a second
 * handle of it does no harm.
 */
export class LogSync {
  readonly #file: string
  #descriptor: number | undefined

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`
  }

  start(done: (error: Error | null) => void): void {
    fdatasync(this.#open(), done)
  }

  /** Returns once it is done. */
  now(): void {
    fdatasyncSync(this.#open())
  }

  /** The next sync opens the log again: another connection may have made another one. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #open(): number {
    this.#descriptor ??= openSync(this.#file, 'r+')
    return this.#descriptor
  }
}
