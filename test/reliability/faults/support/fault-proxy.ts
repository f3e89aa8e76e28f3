import { randomUUID } from 'node:crypto'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineCall } from '../../../support/service/engine-call.ts'
import { type Fault, respondWithFault } from '../../../support/service/engine-faults.ts'

/**
 * Adds two faults. `forgottenResponse`: the response is dropped after the engine has executed the call, and the engine
 * has forgotten the request token, like an engine that was killed and restarted. `staleIndex`: an index query returns
 * nothing, as before any write.
 */
export type LaneFault = Fault | 'forgottenResponse' | 'staleIndex'

/** The calls of one service. Each service under test has its own lane, so that services can run in parallel. */
export type Lane = {
  endpoint: string
  /** The calls since the last `setFault`. */
  readonly calls: readonly EngineCall[]
  /** Number of calls since then that met a fault. */
  readonly faults: number
  /** Whether a transaction was executed since then, and its response was lost. */
  readonly isTransactionLost: boolean
  /** Sets the function that chooses the fault of each later call, and forgets earlier calls. */
  setFault(fault: (call: EngineCall) => LaneFault): void
  /** Stops all faults, drops hanging calls, and resolves when no call is in flight. */
  heal(): Promise<void>
}

export type FaultProxy = { lane(name: string): Lane; stop(): Promise<void> }

const emptyResponse = JSON.stringify({ Items: [], Count: 0, ScannedCount: 0 })
const pollMilliseconds = 5

/** An HTTP proxy in front of the engine. The first segment of the path names the lane. */
export async function startFaultProxy(engineEndpoint: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true })
  const lanes = new Map<string, ReturnType<typeof createLane>>()

  function createLane() {
    const forgotten = new Map<unknown, string>()
    const hanging = new Set<ServerResponse>()
    let calls: EngineCall[] = []
    let faults = 0
    let isTransactionLost = false
    let inFlight = 0
    let faultOf: (call: EngineCall) => LaneFault = () => 'pass'

    async function handle(
      headers: IncomingHttpHeaders,
      text: string,
      response: ServerResponse,
    ): Promise<void> {
      const body = JSON.parse(text || '{}')
      const token = forgotten.get(body.ClientRequestToken)
      if (token !== undefined) body.ClientRequestToken = token
      const operation = String(headers['x-amz-target']).replace(/^.*\./, '')
      const call: EngineCall = { index: calls.length, wave: 0, operation, body }
      calls.push(call)
      const fault = faultOf(call)
      if (fault !== 'pass') faults++
      if (fault === 'hang') {
        hanging.add(response)
        return
      }
      if (typeof fault === 'object') await delay(fault.delayMilliseconds)
      if (fault === 'staleIndex') {
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(emptyResponse)
        return
      }
      const isServed =
        fault === 'pass' ||
        fault === 'dropAnswer' ||
        fault === 'forgottenResponse' ||
        typeof fault === 'object'
      if (!isServed) return respondWithFault(fault, call, response)
      const forwarded = await forward(headers, JSON.stringify(body))
      if (fault === 'forgottenResponse') forgotten.set(body.ClientRequestToken, randomUUID())
      if (fault === 'dropAnswer' || fault === 'forgottenResponse') {
        isTransactionLost ||= operation === 'TransactWriteItems'
        response.destroy()
      } else response.writeHead(forwarded.status, { 'content-type': forwarded.type }).end(forwarded.body)
    }

    return {
      async serve(headers: IncomingHttpHeaders, text: string, response: ServerResponse): Promise<void> {
        inFlight++
        try {
          await handle(headers, text, response)
        } finally {
          inFlight--
        }
      },
      get calls() {
        return calls
      },
      get faults() {
        return faults
      },
      get isTransactionLost() {
        return isTransactionLost
      },
      setFault(fault: (call: EngineCall) => LaneFault): void {
        calls = []
        faults = 0
        isTransactionLost = false
        faultOf = fault
      },
      async heal(): Promise<void> {
        faultOf = () => 'pass'
        for (const response of hanging) response.destroy()
        hanging.clear()
        while (inFlight > 0) await delay(pollMilliseconds)
      },
    }
  }

  function laneBy(name: string) {
    const lane = lanes.get(name) ?? createLane()
    lanes.set(name, lane)
    return lane
  }

  function forward(sent: IncomingHttpHeaders, body: string) {
    // The engine does not check signatures, so a changed token in the body is accepted.
    const { host: _, connection: __, 'content-length': ___, ...headers } = sent
    return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
      const request = httpRequest(engineEndpoint, { agent, method: 'POST', headers }, async (response) => {
        const { statusCode = 502, headers: received } = response
        const type = received['content-type'] ?? 'application/x-amz-json-1.0'
        resolve({ status: statusCode, type, body: Buffer.concat(await response.toArray()) })
      })
      request.on('error', reject).end(body)
    })
  }

  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    request
      .toArray()
      .then((chunks) => laneBy(name).serve(request.headers, Buffer.concat(chunks).toString(), response))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    lane: (name) => Object.assign(laneBy(name), { endpoint: `http://127.0.0.1:${port}/${name}` }),
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}
