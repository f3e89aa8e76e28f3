import type { Database } from '@cairn/domain/storage/database/client'

type Send = (...parameters: Parameters<Database['client']['send']>) => Promise<unknown>

/** The database with another way to send a command. */
export function withSend(database: Database, send: Send): Database {
  const client = new Proxy(database.client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  })
  return { ...database, client }
}

/** The database of a worker whose call number `failing` fails, before or after it was executed. */
export function breaking(database: Database, failing: number, when: 'before' | 'after') {
  let calls = 0
  const send = async (...parameters: Parameters<typeof database.client.send>) => {
    const isBroken = ++calls === failing
    if (isBroken && when === 'before') throw new Error('The database broke.')
    const result = await database.client.send(...parameters)
    if (isBroken) throw new Error('The answer of the database was lost.')
    return result
  }
  return { database: withSend(database, send), wasReached: () => calls >= failing, calls: () => calls }
}
