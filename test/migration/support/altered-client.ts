import type { Database } from '@cairn/domain/database/client'

/** A command of the SDK, as the client sends it. */
export type Command = { constructor: { name: string }; input: Record<string, unknown> }

/** Decides about a call: `send` makes it. The first call has number 1. */
export type Intercept = (command: Command, send: () => Promise<unknown>, number: number) => Promise<unknown>

/** The same database, with a client whose every call passes through `intercept`. */
export function altered(database: Database, intercept: Intercept): Database {
  let number = 0
  const send = (command: Command, ...rest: unknown[]) => {
    const call = database.client.send.bind(database.client) as (...parameters: unknown[]) => Promise<unknown>
    number++
    return intercept(command, () => call(command, ...rest), number)
  }
  const client = new Proxy(database.client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name, target)),
  })
  return { ...database, client }
}
