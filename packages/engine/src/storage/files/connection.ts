/** A connection to the SQLite file, with its statements. Everything here is synchronous. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { createPrivateFile } from './private-file.ts'
import { applicationId, layoutChanges, layoutVersion, schema } from './schema.ts'
import { EngineStartError, isStorageError } from './start-error.ts'

export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Rows as arrays of their columns. */
  rows<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as unknown as Row[]
  }

  row<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as unknown as Row | undefined
  }

  /** Rows one after another, for results that do not fit into memory. */
  each<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values) as unknown as Iterable<Row>
  }

  /** @returns The number of the row that was inserted last. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid)
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** Ends a transaction that failed; SQLite may have ended it by itself. */
  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
  }

  close(): void {
    this.#database.close()
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

/** How long to wait for a command beside the service, in milliseconds. Readers do not block writers. */
const busyTimeoutMilliseconds = 1_000
/** In pages of 4 KB: the file with the newest changes is copied into the database at about 4 MB. */
const checkpointPages = 1_000
const pageCacheKibibytes = 16 * 1024
/** The size to which the file with the newest changes is cut after it has grown. */
const logSizeLimitBytes = 16 * 1024 * 1024

/**
 * @param file  Undefined keeps everything in memory.
 * @param isSyncedByCommit  Whether a COMMIT syncs what it writes, and copies the log when it is long; if not, somebody else
 *   does both.
 * @param isChecked  Whether the file has been found to be sound: looking takes time for every page of it.
 * @throws EngineStartError if the file is damaged or is not this engine's.
 */
export function openConnection(
  file: string | undefined,
  { isChecked, isSyncedByCommit }: { isChecked: boolean; isSyncedByCommit: boolean },
): Connection {
  if (file !== undefined) createPrivateFile(file)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file ?? ':memory:', { timeout: busyTimeoutMilliseconds })
    const connection = new Connection(database)
    requireOwnFile(connection, file)
    if (!isChecked) requireSound(connection, file)
    connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${isSyncedByCommit ? 'FULL' : 'NORMAL'};
      PRAGMA fullfsync = 1; -- On macOS a sync empties the disk's own cache only so.
      PRAGMA wal_autocheckpoint = ${isSyncedByCommit ? checkpointPages : 0};
      PRAGMA journal_size_limit = ${logSizeLimitBytes};
      PRAGMA cache_size = -${pageCacheKibibytes};
      PRAGMA temp_store = MEMORY;
    `)
    createSchema(connection)
    return connection
  } catch (error) {
    database?.close()
    if (!isStorageError(error)) throw error
    throw new EngineStartError(`The database file ${file} cannot be used: ${error.message}.`)
  }
}

function pragma(connection: Connection, name: string): unknown {
  return connection.row<[unknown]>(`PRAGMA ${name}`)?.[0]
}

function requireOwnFile(connection: Connection, file: string | undefined): void {
  const found = Number(pragma(connection, 'application_id'))
  const isEmpty = Number(pragma(connection, 'page_count')) === 0
  if (isEmpty) return
  if (found !== applicationId)
    throw new EngineStartError(`The file ${file} is not a database of this engine.`)
  const layout = Number(pragma(connection, 'user_version'))
  if (layout !== layoutVersion && layoutChanges[layout] === undefined) {
    throw new EngineStartError(`The database file ${file} was written by another version of this engine.`)
  }
}

function requireSound(connection: Connection, file: string | undefined): void {
  const finding = pragma(connection, 'quick_check(1)')
  if (finding === 'ok') return
  // The first line of several only names the database.
  const sentence = String(finding).trim().split('\n').at(-1)?.replace(/\.$/, '')
  throw new EngineStartError(`The database file ${file} is damaged: ${sentence}.`)
}

function createSchema(connection: Connection): void {
  const layout = Number(pragma(connection, 'user_version'))
  if (layout === layoutVersion) return
  connection.exec(`
    BEGIN IMMEDIATE;
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${layoutVersion};
    ${layoutChanges[layout] ?? schema}
    COMMIT;
  `)
}
