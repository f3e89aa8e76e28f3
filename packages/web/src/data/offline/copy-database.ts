import type { Session } from '../../accounts/session/session-type.ts'
import { type KeptQuery, maximumAgeMilliseconds, sortOut } from './kept-queries.ts'
import { databaseName } from './owner.ts'

export type KeptSession = {
  session: Session
  /** The time of the service's response, in Unix milliseconds. */
  savedAt: number
}

/** The copy's record about itself. */
type About = KeptSession & {
  /** Its name in the mark of its owner. */
  copy: string
  /** The build that has written it. Another one may expect other data. */
  build: string
}

type Stores = { about: IDBObjectStore; queries: IDBObjectStore }

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('about')
    request.result.createObjectStore('queries', { keyPath: 'hash' })
  }
  return finished(request)
}

/** Runs `use` in one transaction and closes the database, so that any tab can delete it. */
async function transact<T>(mode: IDBTransactionMode, use: (stores: Stores) => Promise<T>): Promise<T> {
  const database = await open()
  database.onversionchange = () => database.close()
  try {
    const transaction = database.transaction(['about', 'queries'], mode)
    const isDone = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const result = await use({
      about: transaction.objectStore('about'),
      queries: transaction.objectStore('queries'),
    })
    await isDone
    return result
  } finally {
    database.close()
  }
}

const readAbout = (about: IDBObjectStore): Promise<About | undefined> => finished(about.get('about'))

/** Begins or continues a copy with a session that the service has just returned. Another copy is deleted. */
export function beginCopy(about: About): Promise<void> {
  return transact('readwrite', async (stores) => {
    const before = await readAbout(stores.about)
    if (before?.copy !== about.copy || before.build !== about.build) stores.queries.clear()
    stores.about.put(about, 'about')
    const kept: KeptQuery[] = await finished(stores.queries.getAll())
    for (const { hash } of sortOut(kept, about.session, about.savedAt).drop) stores.queries.delete(hash)
  })
}

/** Writes and deletes queries, unless the copy was deleted meanwhile. */
export function changeCopy(
  copy: string,
  written: readonly KeptQuery[],
  gone: readonly string[],
): Promise<void> {
  return transact('readwrite', async ({ about, queries }) => {
    if ((await readAbout(about))?.copy !== copy) return
    for (const query of written) queries.put(query)
    for (const hash of gone) queries.delete(hash)
  })
}

/** The session and the queries of a copy, if this build has written it not too long ago. */
export function readCopy(
  { copy, build }: Pick<About, 'copy' | 'build'>,
  now: number,
): Promise<(KeptSession & { queries: KeptQuery[] }) | undefined> {
  return transact('readonly', async ({ about, queries }) => {
    const found = await readAbout(about)
    if (found?.copy !== copy || found.build !== build) return undefined
    if (found.savedAt < now - maximumAgeMilliseconds) return undefined
    const kept: KeptQuery[] = await finished(queries.getAll())
    return { session: found.session, savedAt: found.savedAt, queries: sortOut(kept, found.session, now).keep }
  })
}
