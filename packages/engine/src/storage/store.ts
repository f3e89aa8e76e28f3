/** Items, indexes and tables in SQLite, and the cache of parsed items before it. */
import type { Bound, KeyRange } from '../expressions/key-condition.ts'
import type { IndexDefinition, TableDefinition } from '../tables/definition.ts'
import { isIndexed, type KeyBytes, keyBytesOf, keyText } from '../tables/keys.ts'
import { expiryOf } from '../tables/time-to-live.ts'
import { itemSize } from '../values/size.ts'
import { type Item, isPlain } from '../values/value.ts'
import { decodeBody, encodeBody } from './body.ts'
import type { Connection } from './files/connection.ts'
import { DatabaseFile, type DatabaseFileOptions } from './files/database-file.ts'
import { indexIdOf, indexIdsOf } from './files/schema.ts'
import { RecordCache, type StoredRecord } from './record-cache.ts'

export type Table = { readonly id: number; readonly definition: TableDefinition }

/** The beginning of a page: behind the item with these keys. */
export type After = { readonly index?: KeyBytes | undefined; readonly table: KeyBytes }

export type RangeOptions = { after: After | undefined; isForward: boolean; limit: number }

export class Store {
  readonly #cache: RecordCache
  #tables = new Map<string, Table>()
  readonly database: DatabaseFile

  /** @throws EngineStartError if the file cannot be used. */
  constructor({ cacheBytes, ...options }: DatabaseFileOptions & { cacheBytes: number }) {
    this.#cache = new RecordCache(cacheBytes)
    this.database = new DatabaseFile(options, () => {
      this.#cache.clear()
      this.loadTables()
    })
    this.database.connection.exec('SELECT 1')
  }

  get connection(): Connection {
    return this.database.connection
  }

  get tables(): ReadonlyMap<string, Table> {
    return this.#tables
  }

  loadTables(): void {
    const rows = this.connection.rows<[number, string]>('SELECT id, definition FROM tables ORDER BY name')
    const tables = rows.map(([id, text]): Table => ({ id, definition: JSON.parse(text) }))
    this.#tables = new Map(tables.map((table) => [table.definition.name, table]))
  }

  /** After a failed write: forgets what may not be stored. */
  recover(error: unknown): void {
    this.#cache.clear()
    this.database.recover(error)
  }

  /** @param key  An item that has at least the key's attributes. */
  find(table: Table, key: Item): StoredRecord | undefined {
    const text = keyText(table.id, table.definition.key, key)
    const known = this.#cache.byKey(text)
    if (known !== undefined) return known
    const { hash, range } = keyBytesOf(table.definition.key, key)
    const row = this.connection.row<[number, string]>(
      'SELECT id, body FROM items WHERE table_id = ? AND pk = ? AND sk = ?',
      table.id,
      hash,
      range,
    )
    return row && this.#remember(table, ...row)
  }

  #byId(table: Table, id: number): StoredRecord {
    const known = this.#cache.byId(id)
    if (known !== undefined) return known
    const row = this.connection.row<[string]>('SELECT body FROM items WHERE id = ?', id)
    if (row === undefined) throw new Error(`An index names the item ${id}, which does not exist.`)
    return this.#remember(table, id, ...row)
  }

  #remember(table: Table, id: number, body: string): StoredRecord {
    const record = toRecord(table, id, decodeBody(body))
    this.#cache.add(record)
    return record
  }

  /** The next records of a partition of the table, or of an index, in order. */
  range(
    table: Table,
    index: IndexDefinition | undefined,
    { hash, lower, upper }: KeyRange,
    { after, isForward, limit }: RangeOptions,
  ): StoredRecord[] {
    const direction = isForward ? 'ASC' : 'DESC'
    const [source, tableKey, column] = index
      ? ['entries', 'index_id = ? AND ipk', 'isk']
      : ['items', 'table_id = ? AND pk', 'sk']
    const values: (number | Uint8Array)[] = [index ? indexIdIn(table, index) : table.id, hash]
    let sql = `SELECT id FROM ${source} WHERE ${tableKey} = ?`
    const addBound = (bound: Bound | undefined, comparator: string) => {
      if (bound === undefined) return
      sql += ` AND ${column} ${comparator}${bound.isInclusive ? '=' : ''} ?`
      values.push(bound.bytes)
    }
    // An item of the range is beyond its beginning, so one condition is enough; with both SQLite would search by one only.
    if (!after || !isForward) addBound(lower, '>')
    if (!after || isForward) addBound(upper, '<')
    if (after) {
      const comparator = isForward ? '>' : '<'
      sql += index ? ` AND (isk, pk, sk) ${comparator} (?, ?, ?)` : ` AND sk ${comparator} ?`
      if (index) values.push((after.index as KeyBytes).range, after.table.hash, after.table.range)
      else values.push(after.table.range)
    }
    const order = index ? `isk ${direction}, pk ${direction}, sk ${direction}` : `sk ${direction}`
    const rows = this.connection.rows<[number]>(`${sql} ORDER BY ${order} LIMIT ?`, ...values, limit)
    return rows.map(([id]) => this.#byId(table, id))
  }

  /** The next records of the whole table, in an order of keys. */
  scan(table: Table, after: KeyBytes | undefined, limit: number): StoredRecord[] {
    const condition = after ? 'AND (pk, sk) > (?, ?)' : ''
    const rows = this.connection.rows<[number]>(
      `SELECT id FROM items WHERE table_id = ? ${condition} ORDER BY pk, sk LIMIT ?`,
      table.id,
      ...(after ? [after.hash, after.range] : []),
      limit,
    )
    return rows.map(([id]) => this.#byId(table, id))
  }

  /** Items that expired in the range, in Unix seconds, first the oldest. */
  findExpired(table: Table, range: { after: number; before: number }, limit: number): StoredRecord[] {
    const rows = this.connection.rows<[number]>(
      'SELECT id FROM items WHERE table_id = ? AND expires_at > ? AND expires_at < ? ORDER BY expires_at LIMIT ?',
      table.id,
      range.after,
      range.before,
      limit,
    )
    return rows.map(([id]) => this.#byId(table, id))
  }

  countItems(table: Table): number {
    return this.connection.row<[number]>('SELECT count(*) FROM items WHERE table_id = ?', table.id)?.[0] ?? 0
  }

  /**
   * Writes an item and its index entries inside a transaction.
   * @param item  Frozen; undefined deletes.
   * @returns The record, for `remember` once the transaction is committed.
   */
  write(table: Table, old: StoredRecord | undefined, item: Item | undefined): StoredRecord | undefined {
    const { connection } = this
    const { key } = table.definition
    let id = old?.id
    const expiresAt = (item && expiryOf(table.definition, item)) ?? null
    const keyBytes = keyBytesOf(key, item ?? (old as StoredRecord).item)
    if (item === undefined) {
      connection.run('DELETE FROM items WHERE id = ?', id as number)
    } else if (id !== undefined) {
      connection.run(
        'UPDATE items SET body = ?, expires_at = ? WHERE id = ?',
        encodeBody(item),
        expiresAt,
        id,
      )
    } else {
      const { hash, range } = keyBytes
      id = connection.run(
        'INSERT INTO items (table_id, pk, sk, body, expires_at) VALUES (?, ?, ?, ?, ?)',
        table.id,
        hash,
        range,
        encodeBody(item),
        expiresAt,
      )
    }
    this.#writeEntries(table, id as number, keyBytes, old?.item, item)
    return item && toRecord(table, id as number, item)
  }

  #writeEntries(
    table: Table,
    id: number,
    key: KeyBytes,
    old: Item | undefined,
    item: Item | undefined,
  ): void {
    for (const index of table.definition.indexes) {
      const before = old && isIndexed(index, old) ? keyBytesOf(index, old) : undefined
      const now = item && isIndexed(index, item) ? keyBytesOf(index, item) : undefined
      if (before && now && isSameKey(before, now)) continue
      const indexId = indexIdIn(table, index)
      if (before) {
        this.connection.run(
          'DELETE FROM entries WHERE index_id = ? AND ipk = ? AND isk = ? AND pk = ? AND sk = ?',
          indexId,
          before.hash,
          before.range,
          key.hash,
          key.range,
        )
      }
      if (now) {
        this.connection.run(
          'INSERT INTO entries (index_id, ipk, isk, pk, sk, id) VALUES (?, ?, ?, ?, ?, ?)',
          indexId,
          now.hash,
          now.range,
          key.hash,
          key.range,
          id,
        )
      }
    }
  }

  /** After a commit: `record` is what is stored for the key, undefined if nothing is. */
  remember(key: string, record: StoredRecord | undefined): void {
    if (record) this.#cache.add(record)
    else this.#cache.remove(key)
  }

  insertTable(definition: TableDefinition): void {
    const text = JSON.stringify(definition)
    this.connection.run('INSERT INTO tables (name, definition) VALUES (?, ?)', definition.name, text)
  }

  /** Changes a table's time to live, and finds out when each of its items expires, which reads them all. */
  updateTimeToLive({ id }: Table, definition: TableDefinition): void {
    this.connection.run('UPDATE tables SET definition = ? WHERE id = ?', JSON.stringify(definition), id)
    this.connection.run(
      'UPDATE items SET expires_at = NULL WHERE table_id = ? AND expires_at IS NOT NULL',
      id,
    )
    if (definition.timeToLiveAttribute === undefined) return
    for (const [itemId, body] of this.connection.each<[number, string]>(
      'SELECT id, body FROM items WHERE table_id = ?',
      id,
    )) {
      const expiresAt = expiryOf(definition, decodeBody(body))
      if (expiresAt !== undefined)
        this.connection.run('UPDATE items SET expires_at = ? WHERE id = ?', expiresAt, itemId)
    }
  }

  deleteTable(table: Table): void {
    this.connection.run('DELETE FROM entries WHERE index_id BETWEEN ? AND ?', ...indexIdsOf(table.id))
    this.connection.run('DELETE FROM items WHERE table_id = ?', table.id)
    this.connection.run('DELETE FROM tables WHERE id = ?', table.id)
    this.#cache.clear()
  }
}

function toRecord(table: Table, id: number, item: Item): StoredRecord {
  const key = keyText(table.id, table.definition.key, item)
  return { id, key, item, size: itemSize(item), isPlain: isPlain(item) }
}

function indexIdIn({ id, definition }: Table, index: IndexDefinition): number {
  return indexIdOf(id, definition.indexes.indexOf(index))
}

function isSameKey(left: KeyBytes, right: KeyBytes): boolean {
  return Buffer.compare(left.hash, right.hash) === 0 && Buffer.compare(left.range, right.range) === 0
}
