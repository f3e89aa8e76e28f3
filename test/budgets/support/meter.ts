import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AttachDatabase } from '@cairn/domain/database/client'
import type { Units } from '../../../infra/cost/metering-proxy.ts'
import type { TestTable } from '../../support/service/engine.ts'

export type Meter = {
  /** For the services whose calls are metered. */
  attach: AttachDatabase
  /** Returns the units consumed since the previous call. */
  take(): Pick<Units, 'reads' | 'writes'>
}

type Capacity = { CapacityUnits?: number }
type Command = { constructor: { name: string }; input: { ReturnConsumedCapacity?: 'TOTAL' } }

/**
 * Asks for the consumed capacity of every call of services on a table in this process, and adds it up. The embedded engine
 * consumes what DynamoDB does: `test/engine/differential.test.ts` compares it.
 */
export function meterCalls(table: Pick<TestTable, 'attach'>): Meter {
  let units = { reads: 0, writes: 0 }
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
        if (/^(?:Get|BatchGet|Query)Command$/.test(command.constructor.name)) units.reads += total
        else units.writes += total
        return output
      }
      client.send = metered as never
    },
    take: () => {
      const taken = units
      units = { reads: 0, writes: 0 }
      return taken
    },
  }
}
