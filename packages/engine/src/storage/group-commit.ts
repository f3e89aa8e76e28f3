/**
 * Writes. All that are waiting at the end of a turn of the event loop are carried out one after another and committed
 * together: one sync for all of them. Nobody is answered before it, not even a writer whose condition failed, since that
 * may have been because of a write that waits for the same commit.
 *
 * A write is a function that reads, decides and says what to change. Its changes count once it returns; one that throws
 * changes nothing. Reads never see changes that are not committed: SQLite's transaction begins, ends and fails within one
 * turn.
 */
import { internalError } from '../errors.ts'
import { keyText } from '../tables/keys.ts'
import { freezeDeep, type Item } from '../values/value.ts'
import type { LogSync } from './files/log-sync.ts'
import { isStorageError } from './files/start-error.ts'
import type { StoredRecord } from './record-cache.ts'
import type { Store, Table } from './store.ts'
import { type SeenToken, type TokenStore, tokenStoreOf } from './tokens.ts'

/** The calls that one write may make. */
export type Writer = {
  /** The item as the writes before this one leave it. */
  find(table: Table, key: Item): Item | undefined
  put(table: Table, item: Item): void
  /** @param key  An item that has at least the key's attributes. */
  delete(table: Table, key: Item): void
  findToken(token: string): SeenToken | undefined
  addToken(token: string, seen: SeenToken): void
}

type Waiting = {
  work: (writer: Writer) => unknown
  isAlone: boolean
  signal: AbortSignal | undefined
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** `key` is an item that has at least the key's attributes. Without an item, what has the key is deleted. */
type Change = { table: Table; key: Item; item: Item | undefined }
/** `finish` takes null, or why the sync failed. */
type Sync = { promise: Promise<void>; finish: (error: unknown) => void }
type Outcome = { value: unknown } | { error: unknown }

/** How long writes are carried out before they are committed, so that nobody else waits long. Writing them takes as long. */
const groupTimeMilliseconds = 3
/** After so many items the log is copied into the database: some 2,000 pages of 4 KB. */
const checkpointItems = 1_000

export class GroupCommit {
  readonly #store: Store
  readonly #tokens: TokenStore
  #waiting: Waiting[] = []
  #syncing: Sync | undefined
  /** Items that were written since the log was copied into the database. */
  #logged = 0
  #isCheckpointing = false
  /** After a failed sync, nobody knows which parts of the log are on the disk, and SQLite stops reading it at a gap. */
  #isLogDoubtful = false

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#tokens = tokenStoreOf(store, now)
  }

  /**
   * Carries out a write at the end of this turn.
   * @throws InternalServerError if it could not be committed; nothing of it is stored then.
   */
  write<T>(work: (writer: Writer) => T, signal?: AbortSignal): Promise<T> {
    return this.#enqueue({ work, isAlone: false, signal })
  }

  /** Carries out a change of tables in a transaction of its own. */
  changeTables<T>(work: () => T): Promise<T> {
    return this.#enqueue({ work, isAlone: true, signal: undefined })
  }

  #enqueue<T>(waiting: Pick<Waiting, 'work' | 'isAlone' | 'signal'>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#schedule()
      this.#waiting.push({ ...waiting, resolve, reject })
    })
  }

  /** Settles once everything that reads can see is synced; undefined if it is. */
  get synced(): Promise<void> | undefined {
    return this.#syncing?.promise
  }

  /** Commits all that is waiting, and syncs it. */
  flush(): void {
    while (this.#waiting.length > 0 || this.#syncing !== undefined) {
      if (this.#syncing === undefined) this.#commitSome()
      else this.#syncNow(this.#syncing)
    }
  }

  #syncNow({ finish }: Sync): void {
    try {
      this.#store.database.logSync?.now()
      finish(null)
    } catch (error) {
      finish(error)
    }
  }

  /** Commits what can be carried out in a short time. The rest waits for the next turn. */
  #commitSome(): void {
    const [first] = this.#waiting
    if (first?.isAlone) {
      this.#waiting.shift()
      this.#commitTables(first)
    } else {
      this.#commitGroup()
    }
  }

  /** Waiting transactions continue when the sync or the checkpoint has ended. */
  get #isHeld(): boolean {
    return this.#syncing !== undefined || this.#isCheckpointing
  }

  #schedule(): void {
    if (this.#isHeld) return
    setImmediate(() => {
      if (this.#isHeld || this.#waiting.length === 0) return
      this.#commitSome()
      if (this.#waiting.length > 0) this.#schedule()
    })
  }

  #commitGroup(): void {
    const group: Waiting[] = []
    try {
      const changes = new Map<string, Change>()
      const tokens = new Map<string, SeenToken>()
      const outcomes: Outcome[] = []
      const end = performance.now() + groupTimeMilliseconds
      do {
        const one = this.#waiting[0]
        if (one === undefined || one.isAlone) break
        this.#waiting.shift()
        group.push(one)
        outcomes.push(this.#carryOut(one, changes, tokens))
      } while (performance.now() < end)
      const isChanged = this.#commit(changes, tokens)
      const settleAll = () => {
        for (const [index, one] of group.entries()) settle(one, outcomes[index] as Outcome)
      }
      if (isChanged && this.#store.database.logSync) {
        this.#settleAfterSync(this.#store.database.logSync, group, settleAll)
      } else {
        if (isChanged) this.#store.database.noteWritten()
        settleAll()
      }
    } catch (error) {
      this.#store.recover(error)
      for (const { reject } of group) reject(internalError(error))
    }
  }

  /** No write is made meanwhile, so that the log begins anew and does not grow for ever. Reads go on. */
  #checkpointIfDue(): void {
    if (this.#logged < checkpointItems) return
    this.#logged = 0
    this.#isCheckpointing = true
    this.#store.database.checkpointer?.start(() => {
      this.#isCheckpointing = false
      if (this.#waiting.length > 0) this.#schedule()
    })
  }

  /** One sync at a time: what comes meanwhile waits for it, and shares the next one. */
  #settleAfterSync(logSync: LogSync, group: readonly Waiting[], settleAll: () => void): void {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {}) // Nobody may be reading.
    const finish = (error: unknown) => {
      if (this.#syncing?.finish !== finish) return
      this.#syncing = undefined
      if (error === null) {
        this.#store.database.noteWritten()
        settleAll()
        resolve()
      } else {
        this.#isLogDoubtful = true
        this.#store.recover(error)
        for (const one of group) one.reject(internalError(error))
        reject(internalError(error))
      }
      this.#checkpointIfDue()
      if (this.#waiting.length > 0) this.#schedule()
    }
    this.#syncing = { promise, finish }
    logSync.start(finish)
  }

  /** Runs one write; its changes are added to those of the group if it returns. */
  #carryOut(
    { work, signal }: Waiting,
    changes: Map<string, Change>,
    tokens: Map<string, SeenToken>,
  ): Outcome {
    const own = new Map<string, Change>()
    const ownTokens = new Map<string, SeenToken>()
    const set = (table: Table, key: Item, item: Item | undefined) =>
      own.set(keyText(table.id, table.definition.key, key), { table, key, item })
    const writer: Writer = {
      find: (table, key) => {
        const text = keyText(table.id, table.definition.key, key)
        const change = own.get(text) ?? changes.get(text)
        return change ? change.item : this.#store.find(table, key)?.item
      },
      put: (table, item) => set(table, item, freezeDeep(item)),
      delete: (table, key) => set(table, key, undefined),
      findToken: (token) => tokens.get(token) ?? this.#tokens.find(token),
      addToken: (token, seen) => ownTokens.set(token, seen),
    }
    try {
      if (signal?.aborted) throw abortError()
      const value = work(writer)
      for (const [key, change] of own) changes.set(key, change)
      for (const [token, seen] of ownTokens) tokens.set(token, seen)
      return { value }
    } catch (error) {
      if (isStorageError(error)) throw error
      return { error }
    }
  }

  #commit(changes: ReadonlyMap<string, Change>, tokens: ReadonlyMap<string, SeenToken>): boolean {
    if (changes.size === 0 && tokens.size === 0) return false
    this.#store.database.requireInPlace()
    const { connection } = this.#store
    const written: [string, StoredRecord | undefined][] = []
    if (this.#isLogDoubtful) this.#store.database.emptyLog()
    this.#isLogDoubtful = false
    connection.exec('BEGIN IMMEDIATE')
    for (const [text, { table, key, item }] of changes) {
      const old = this.#store.find(table, key)
      if (old === undefined && item === undefined) continue
      written.push([text, this.#store.write(table, old, item)])
    }
    this.#tokens.write(tokens)
    connection.exec('COMMIT')
    for (const [key, record] of written) this.#store.remember(key, record)
    this.#logged += written.length
    return true
  }

  #commitTables(one: Waiting): void {
    try {
      this.#store.database.requireInPlace()
      const { connection } = this.#store
      connection.exec('BEGIN IMMEDIATE')
      let outcome: Outcome
      try {
        outcome = { value: (one.work as () => unknown)() }
        connection.exec('COMMIT')
      } catch (error) {
        if (isStorageError(error)) throw error
        connection.rollBack()
        outcome = { error }
      }
      this.#store.database.logSync?.now()
      this.#store.loadTables()
      settle(one, outcome)
    } catch (error) {
      this.#store.recover(error)
      one.reject(internalError(error))
    }
  }
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.value as never)
}

/** As the SDK's own request handler has it. */
export function abortError(): Error {
  return Object.assign(new Error('Request aborted'), { name: 'AbortError' })
}
