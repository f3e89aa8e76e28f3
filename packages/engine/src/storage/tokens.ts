/** `ClientRequestToken`s of transactions that were written, for ten minutes ("TransactWriteItems", API reference). */
import type { Store } from './store.ts'

const lifetimeMilliseconds = 10 * 60_000
/** Expired tokens are deleted at every write, so many for each new one: a few at a time, so that no write waits long. */
const deletedForEachNewOne = 4

/** The hash of the request that had the token. */
export type SeenToken = Uint8Array

export type TokenStore = {
  find(token: string): SeenToken | undefined
  /** Inside a transaction. */
  write(tokens: ReadonlyMap<string, SeenToken>): void
}

/** @param now  Unix time in milliseconds. */
export function tokenStoreOf(store: Store, now: () => number): TokenStore {
  return {
    find(token) {
      const row = store.connection.row<[Uint8Array]>(
        'SELECT hash FROM tokens WHERE token = ? AND expires_at > ?',
        token,
        now(),
      )
      return row?.[0]
    },
    write(tokens) {
      const time = now()
      for (const [token, hash] of tokens) {
        store.connection.run(
          'INSERT OR REPLACE INTO tokens (token, hash, expires_at) VALUES (?, ?, ?)',
          token,
          hash,
          time + lifetimeMilliseconds,
        )
      }
      store.connection.run(
        'DELETE FROM tokens WHERE token IN (SELECT token FROM tokens WHERE expires_at <= ? LIMIT ?)',
        time,
        deletedForEachNewOne * tokens.size,
      )
    },
  }
}
