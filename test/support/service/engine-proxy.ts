import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineCall } from './engine-call.ts'
import { type Fault, respondWithFault } from './engine-faults.ts'

/** A quiet time in which waves can be counted, in milliseconds. */
export const countingQuiet = 30

/** Serves a call only after something has happened. */
export type Held = { until: Promise<unknown> }

export type EngineProxy = {
  endpoint: string
  /** Everything that arrived since the last `reset`. */
  readonly calls: readonly EngineCall[]
  /** Sequential round trips since the last `reset`: parallel calls count as one. */
  readonly waves: number
  /** Forgets calls and waves; the fault stays. */
  reset(): void
  /** Called once for every call; `undefined` lets all pass. */
  setFault(fault: ((call: EngineCall) => Fault | Held) | undefined): void
  /** For the calls to come. `countingQuiet` is enough to count waves on a busy machine. */
  setQuiet(milliseconds: number): void
  stop(): Promise<void>
}

/**
 * An HTTP proxy in front of the engine, for faults of a network. With a quiet time it counts round trips: it holds calls until
 * none has arrived for `quietMilliseconds`, then forwards all of them as one wave. What a caller sends only after a response
 * is in a later wave, however fast the engine is. Too short a quiet time can split a wave in two but never merges two. Zero,
 * the default, holds nothing, and waves mean nothing.
 */
export async function startEngineProxy(
  engineEndpoint: string,
  options: { quietMilliseconds?: number } = {},
): Promise<EngineProxy> {
  let { quietMilliseconds = 0 } = options
  let calls: EngineCall[] = []
  let waves = 0
  let faultOf: ((call: EngineCall) => Fault | Held) | undefined
  let held: { promise: Promise<void>; resolve: () => void; timer: NodeJS.Timeout } | undefined
  const agent = new Agent({ keepAlive: true })

  /** Settles when the call's wave is forwarded. */
  async function joinWave(): Promise<void> {
    if (!held) {
      waves++
      if (quietMilliseconds === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const release = () => {
        held = undefined
        resolve()
      }
      held = { promise, resolve, timer: setTimeout(release, quietMilliseconds) }
    } else {
      held.timer.refresh()
    }
    return held.promise
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const released = joinWave()
    const call: EngineCall = {
      index: calls.length,
      wave: waves,
      operation: String(request.headers['x-amz-target'] ?? '').replace(/^.*\./, ''),
      body: JSON.parse(body.toString() || '{}'),
      isGivenUp: false,
    }
    response.on('close', () => {
      call.isGivenUp = !response.writableEnded
    })
    calls.push(call)
    const fault = faultOf?.(call) ?? 'pass'
    await released
    if (typeof fault === 'object') {
      await ('until' in fault ? fault.until : delay(fault.delayMilliseconds))
    }
    if (fault === 'hang') return
    if (fault !== 'pass' && fault !== 'dropAnswer' && typeof fault === 'string') {
      return respondWithFault(fault, call, response)
    }
    const received = await forward(request, body)
    call.engineStatus = received.status
    if (fault === 'dropAnswer') response.destroy()
    else response.writeHead(received.status, received.headers).end(received.body)
  }

  async function forward(request: IncomingMessage, body: Buffer) {
    const { method, headers } = request
    return new Promise<{ status: number; headers: string[]; body: Buffer }>((resolve, reject) => {
      const forwarded = httpRequest(engineEndpoint, { agent, method, headers }, (received) => {
        received
          .toArray()
          .then((chunks) =>
            resolve({
              status: received.statusCode ?? 502,
              headers: received.rawHeaders,
              body: Buffer.concat(chunks),
            }),
          )
          .catch(reject)
      })
      forwarded.on('error', reject).end(body)
    })
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
    setFault: (fault) => {
      faultOf = fault
    },
    setQuiet: (milliseconds) => {
      quietMilliseconds = milliseconds
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}

/** Reads of the base table that may be stale, without index reads: DynamoDB has no consistent ones. */
export function staleReads(calls: readonly EngineCall[]): EngineCall[] {
  return calls.filter(({ operation, body }) => {
    if (operation === 'GetItem') return body.ConsistentRead !== true
    if (operation === 'Query') return body.IndexName === undefined && body.ConsistentRead !== true
    if (operation !== 'BatchGetItem') return false
    const tables = Object.values(body.RequestItems as Record<string, { ConsistentRead?: boolean }>)
    return tables.some((table) => table.ConsistentRead !== true)
  })
}
