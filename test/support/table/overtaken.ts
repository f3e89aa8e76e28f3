import type { Database } from '@cairn/domain/storage/database/client'

type Command = { constructor: { name: string } }

/**
 * The database for code that something overtakes: `overtake` runs once, after the first call of a kind (such as `QueryCommand`), and
 * before its answer arrives.
 */
export function overtaken(database: Database, kind: RegExp, overtake: () => Promise<unknown>): Database {
  let isOvertaken = false
  const send = async (command: Command, ...rest: []) => {
    const answer = await database.client.send(command as never, ...rest)
    if (!isOvertaken && kind.test(command.constructor.name)) {
      isOvertaken = true
      await overtake()
    }
    return answer
  }
  return { ...database, client: { send } as never }
}
