import type { Database } from '@cairn/domain/storage/database/client'

type Send = (...parameters: Parameters<Database['client']['send']>) => Promise<unknown>

/** The database with another way to send a command. */
export function withSend(database: Database, send: Send): Database {
  const client = new Proxy(database.client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  })
  return { ...database, client }
}
