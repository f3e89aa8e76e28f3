import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AttachDatabase } from '@cairn/domain/storage/database/client'

/** The units that calls of the database consume, by the rules of DynamoDB. */
export type Units = {
  reads: number
  writes: number
  calls: number
}

export type Meter = {
  /** For the services whose calls are metered. */
  attach: AttachDatabase
  /** Returns the units consumed since the previous call, and those of the most expensive call. */
  take(): Units & { largest: number }
}

type Capacity = { CapacityUnits?: number }
type Command = { constructor: { name: string }; input: { ReturnConsumedCapacity?: 'TOTAL' } }

const nothing = { reads: 0, writes: 0, calls: 0, largest: 0 }

/**
 * Asks for the consumed capacity of every call of services on a table in this process, and adds it up. The embedded engine
 * consumes what DynamoDB does: `test/reliability/engine/differential.test.ts` compares it.
 */
export function meterCalls(table: { attach?: AttachDatabase | undefined }): Meter {
  let units = nothing
  return {
    attach: (client) => {
      table.attach?.(client)
      // The other client creates the table.
      if (!(client instanceof DynamoDBDocumentClient)) return
      const send = client.send.bind(client) as (
        ...parameters: unknown[]
      ) => Promise<{ ConsumedCapacity?: Capacity | Capacity[] }>
      const metered = async (command: Command, ...parameters: unknown[]) => {
        command.input.ReturnConsumedCapacity = 'TOTAL'
        const output = await send(command, ...parameters)
        const consumed = [output.ConsumedCapacity ?? []].flat()
        const total = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        const isRead = /^(?:Get|BatchGet|Query)Command$/.test(command.constructor.name)
        units = {
          reads: units.reads + (isRead ? total : 0),
          writes: units.writes + (isRead ? 0 : total),
          calls: units.calls + 1,
          largest: Math.max(units.largest, total),
        }
        return output
      }
      client.send = metered as never
    },
    take: () => {
      const taken = units
      units = nothing
      return taken
    },
  }
}
