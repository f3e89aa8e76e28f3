import { Worker } from 'node:worker_threads'

/** A connection of its own: SQLite lets it copy what the log holds into the database while others read. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData, { timeout: 1_000 })
  database.exec('PRAGMA fullfsync = 1')
  parentPort.on('message', () => {
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The log goes on growing until the next time.
    }
    parentPort.postMessage('done')
  })
`

/** Copies the log into the database in a thread of its own: it takes tens of milliseconds, and two syncs. */
export class Checkpointer {
  readonly #file: string
  #worker: Worker | undefined
  #done: (() => void) | undefined

  constructor(databaseFile: string) {
    this.#file = databaseFile
  }

  /** Calls `done` once it is done, or has failed. If nothing is written meanwhile, the log begins anew. */
  start(done: () => void): void {
    this.#done = done
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage('checkpoint')
  }

  close(): void {
    const worker = this.#worker
    this.#worker = undefined
    this.#finish()
    void worker?.terminate()
  }

  #startWorker(): Worker {
    const worker = new Worker(script, { eval: true, workerData: this.#file })
    worker.unref()
    worker.on('message', () => this.#finish())
    worker.on('error', () => {}) // It ends, which `exit` tells.
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#finish()
    })
    return worker
  }

  #finish(): void {
    const done = this.#done
    this.#done = undefined
    done?.()
  }
}
