/**
 * The tables inside the SQLite file.
 *
 * - `tables`: a row for each DynamoDB table; `definition` is a `TableDefinition` as JSON.
 * - `items`: a row for each item. `pk` and `sk` are its key in bytes that sort as DynamoDB sorts (`encodeKey`); `body` is
 *   the whole item as text (`encodeBody`), `expires_at` when it expires, in Unix seconds (`expiryOf`).
 * - `entries`: a row for each item in each index that holds it, ordered as the index is. Items with equal index keys are
 *   ordered by their own, so that a page can continue behind any of them.
 * - `tokens`: what `ClientRequestToken`s stood for, for ten minutes.
 */
export const schema = `
  CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL) STRICT;
  CREATE TABLE items (
    id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL, body TEXT NOT NULL,
    expires_at INTEGER, UNIQUE (table_id, pk, sk)
  ) STRICT;
  CREATE INDEX items_by_expiry ON items (table_id, expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE entries (
    index_id INTEGER NOT NULL, ipk BLOB NOT NULL, isk BLOB NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL,
    id INTEGER NOT NULL, PRIMARY KEY (index_id, ipk, isk, pk, sk)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tokens (token TEXT PRIMARY KEY, hash BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
`

/** Marks the file as this engine's: "Cair" in ASCII. */
export const applicationId = 0x43616972

/** Of the tables above. A file of another layout is refused, except of those that can be brought up to date. */
export const layoutVersion = 2

/**
 * Statements that bring a file up to date, by the layout it has. From 1 to 2: time to live is turned off, and whoever turns it on again
 * finds out when the items expire.
 */
export const layoutChanges: Readonly<Record<number, string>> = {
  1: `
    ALTER TABLE items ADD COLUMN expires_at INTEGER;
    CREATE INDEX items_by_expiry ON items (table_id, expires_at) WHERE expires_at IS NOT NULL;
    UPDATE tables SET definition = json_remove(definition, '$.timeToLiveAttribute');
  `,
}

/** Indexes of one table have numbers of their own; DynamoDB allows 20 of them. */
const indexesPerTable = 64

export function indexIdOf(tableId: number, position: number): number {
  return tableId * indexesPerTable + position
}

/** The numbers of a table's indexes lie in [first, last]. */
export function indexIdsOf(tableId: number): [number, number] {
  return [indexIdOf(tableId, 0), indexIdOf(tableId, indexesPerTable - 1)]
}
