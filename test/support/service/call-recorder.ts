import { setImmediate as turn } from 'node:timers/promises'
import type { AttachDatabase } from '@cairn/domain/storage/database/client'
import type { TestTable } from './engine.ts'
import type { EngineCall } from './engine-call.ts'

type IsLost = (call: EngineCall) => boolean | 'each time'

/** Of the AWS SDK, as `createDatabase` sets it. */
const maximumAttempts = 3

export type CallRecorder = {
  /** For the services whose calls are recorded. */
  attach: AttachDatabase
  /** Everything that was sent since the last `reset`. Bodies have JavaScript's own values, as the document client takes them. */
  readonly calls: readonly EngineCall[]
  /** Sequential round trips since the last `reset`: parallel calls count as one. */
  readonly waves: number
  /** Forgets calls and waves; the hold stays. */
  reset(): void
  /** Called once for every call, which is sent when what it returns has settled. */
  setHold(hold: ((call: EngineCall) => Promise<unknown> | undefined) | undefined): void
  /**
   * Called once for every call. If it returns true, the answer is lost, and the AWS SDK sends the call once more. `each time` loses
   * the answers to all attempts of the SDK, so that the call fails.
   */
  setLost(isLost: IsLost | undefined): void
  /** For the calls to come; 0 holds nothing, so that waves mean nothing. */
  setQuiet(milliseconds: number): void
}

/**
 * Records the calls of services on a table in this process, between their database clients and the engine: like an engine
 * proxy, for tests that need no faults of a network. Holds calls until none has come for the quiet time, then sends all as
 * one wave: what a service sends only after a response is in a later wave. Too short a quiet time can split a wave in two
 * but never merges two.
 */
export function recordCalls(
  table: Pick<TestTable, 'attach'>,
  options: { quietMilliseconds?: number } = {},
): CallRecorder {
  let { quietMilliseconds = 30 } = options
  let calls: EngineCall[] = []
  let waves = 0
  let holdOf: ((call: EngineCall) => Promise<unknown> | undefined) | undefined
  let isLost: IsLost | undefined
  let held: { promise: Promise<void>; timer: NodeJS.Timeout } | undefined

  /** Settles when the call's wave is sent. */
  async function joinWave(): Promise<void> {
    if (held) {
      held.timer.refresh()
      return held.promise
    }
    waves++
    if (quietMilliseconds === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const release = () => {
      held = undefined
      resolve()
    }
    held = { promise, timer: setTimeout(release, quietMilliseconds) }
    return promise
  }

  async function pass(command: { constructor: { name: string }; input: object }): Promise<EngineCall> {
    const released = joinWave()
    const operation = operationOf(command.constructor.name)
    const call = { index: calls.length, wave: waves, operation, body: { ...command.input } }
    calls.push(call)
    const hold = holdOf?.(call)
    await released
    await hold
    return call
  }

  return {
    attach: (client) => {
      table.attach?.(client)
      const send = client.send.bind(client) as (...parameters: unknown[]) => Promise<unknown>
      const recorded = async (command: never, ...parameters: unknown[]) => {
        for (let attempt = 1; ; attempt++) {
          const call = await pass(command)
          const lost = isLost?.(call)
          const answer = await send(command, ...parameters)
          if (!lost) return answer
          if (lost === 'each time' && attempt === maximumAttempts)
            throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
        }
      }
      client.send = recorded as never
    },
    get calls() {
      return calls
    },
    get waves() {
      return waves
    },
    reset: () => {
      calls = []
      waves = 0
    },
    setHold: (hold) => {
      holdOf = hold
    },
    setLost: (isCallLost) => {
      isLost = isCallLost
    },
    setQuiet: (milliseconds) => {
      quietMilliseconds = milliseconds
    },
  }
}

/**
 * Settles when services in this process wait for nothing but held calls: no call has come for some turns of the event loop, in which
 * the engine answers all others.
 */
export async function untilOthersAreDone({ calls }: Pick<CallRecorder, 'calls'>): Promise<void> {
  let seen = calls.length
  for (let quietTurns = 0; quietTurns < 20; quietTurns++) {
    await turn()
    if (calls.length === seen) continue
    seen = calls.length
    quietTurns = 0
  }
}

/** DynamoDB's name of what a command of the document client sends: `GetItem` of `GetCommand`. */
function operationOf(command: string): string {
  const name = command.replace(/Command$/, '')
  if (/^(?:Batch)?(?:Get|Write)$|^(?:Put|Update|Delete)$/.test(name)) return `${name}Item`
  return name === 'TransactWrite' ? 'TransactWriteItems' : name
}
