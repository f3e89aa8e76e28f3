import { expiredRange, expiryOf } from '../tables/time-to-live.ts'
import type { Item } from '../values/value.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Store, Table } from './store.ts'

/** As many as a batch of BatchWriteItem, so that nobody waits longer for them than for a batch. */
const itemsPerWrite = 25

/**
 * Deletes expired items of tables with a time to live, as DynamoDB does: some time later, unnoticed by the service. It finds
 * them by an index, a few at a time, and each few are one write among those of others.
 */
export class Expiry {
  readonly #store: Store
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #isBusy = false
  #isStopped = false

  constructor(store: Store, commits: GroupCommit, now: () => number, everyMilliseconds: number) {
    this.#store = store
    this.#commits = commits
    this.#now = now
    this.#timer = setInterval(() => void this.#run(), everyMilliseconds)
    this.#timer.unref()
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (const { definition } of this.#store.tables.values()) {
        while (!this.#isStopped && (await this.#deleteSome(definition.name)) === itemsPerWrite);
      }
    } catch {
      // The file cannot be used. The items stay until the next time.
    } finally {
      this.#isBusy = false
    }
  }

  /** Returns how many items it found. The table may be gone, or have another time to live, since the last ones. */
  async #deleteSome(tableName: string): Promise<number> {
    const table = this.#store.tables.get(tableName)
    if (table?.definition.timeToLiveAttribute === undefined) return 0
    const found = this.#store.findExpired(table, expiredRange(this.#now()), itemsPerWrite)
    if (found.length === 0) return 0
    await this.#commits.write((writer) => {
      for (const { item: key } of found) {
        const item = writer.find(table, key)
        if (item !== undefined && this.#isExpired(table, item)) writer.delete(table, item)
      }
    })
    return found.length
  }

  /** An item may have been given more time by a write of the same commit. */
  #isExpired({ definition }: Table, item: Item): boolean {
    const expiry = expiryOf(definition, item)
    const { after, before } = expiredRange(this.#now())
    return expiry !== undefined && expiry > after && expiry < before
  }
}
