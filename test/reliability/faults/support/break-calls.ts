import type { AttachDatabase } from '@cairn/domain/storage/database/client'
import type { TestTable } from '../../../support/service/engine.ts'

/** `refused`: the connection breaks before the engine sees the call. `lost`: after the engine has served it. */
export type Break = 'refused' | 'lost'

export type BreakableCalls = {
  /** For the services whose calls break. */
  attach: AttachDatabase
  /** The calls since the last `breakCalls`. */
  readonly calls: readonly BreakableCall[]
  /** How many of them broke. */
  readonly broken: number
  /** Whether a transaction was committed or refused, and its response was lost. */
  readonly isTransactionLost: boolean
  /** Sets what happens to later calls, and forgets earlier ones. Without a function, all pass. */
  breakCalls(breakOf?: (call: BreakableCall) => Break | undefined): void
}

export type BreakableCall = { index: number; isWrite: boolean; isTransaction: boolean }

/**
 * Breaks calls of services in this process, between their database clients and the engine, and also when they are sent again:
 * like `startFaultProxy`, without its faults that take time.
 */
export function breakableCalls(table: Pick<TestTable, 'attach'>): BreakableCalls {
  let calls: BreakableCall[] = []
  let broken = 0
  let isTransactionLost = false
  let breakOf: (call: BreakableCall) => Break | undefined = () => undefined

  return {
    attach: (client) => {
      table.attach?.(client)
      const send = client.send.bind(client) as (command: object, ...more: unknown[]) => Promise<unknown>
      const breakable = async (command: object, ...more: unknown[]) => {
        const { name } = command.constructor
        const isTransaction = name.startsWith('TransactWrite')
        const call = { index: calls.length, isWrite: isTransaction || writes.test(name), isTransaction }
        calls.push(call)
        const fault = breakOf(call)
        if (fault) broken++
        if (fault === 'refused') throw brokenConnection()
        const response = await send(command, ...more)
        if (fault === 'lost') {
          isTransactionLost ||= isTransaction
          throw brokenConnection()
        }
        return response
      }
      client.send = breakable as never
    },
    get calls() {
      return calls
    },
    get broken() {
      return broken
    },
    get isTransactionLost() {
      return isTransactionLost
    },
    breakCalls: (next = () => undefined) => {
      calls = []
      broken = 0
      isTransactionLost = false
      breakOf = next
    },
  }
}

const writes = /^(?:BatchWrite|Put|Update|Delete)/

const brokenConnection = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
