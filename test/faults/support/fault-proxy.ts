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
import { answerFault, type Fault } from '../../support/service/engine-faults.ts'
import type { EngineCall } from '../../support/service/engine-proxy.ts'

/**
 * Two more faults. `forgottenAnswer`: the answer is dropped after the engine has done what it was asked, and the engine
 * does not know the request's token any more, as one that was killed and started again. `staleIndex`: an index answers
 * as it was before anything was written.
 */
export type LaneFault = Fault | 'forgottenAnswer' | 'staleIndex'

/** The calls of one service. Services under test go each on a lane of their own, side by side. */
export type Lane = {
  endpoint: string
  /** Since the last `setFault`. */
  readonly calls: readonly EngineCall[]
  /** Calls that were given a fault since then. */
  readonly faults: number
  /** Asked once for every call; forgets the calls before. */
  setFault(fault: (call: EngineCall) => LaneFault): void
  /** Lets all pass from now on, breaks what hangs, and settles when nothing is on its way. */
  heal(): Promise<void>
}

export type FaultProxy = { lane(name: string): Lane; stop(): Promise<void> }

const emptyAnswer = JSON.stringify({ Items: [], Count: 0, ScannedCount: 0 })
const pollMilliseconds = 5

/** An HTTP proxy before the engine. The first segment of the path is the lane. */
export async function startFaultProxy(engineEndpoint: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true })
  const lanes = new Map<string, ReturnType<typeof createLane>>()

  function createLane() {
    const forgotten = new Map<unknown, string>()
    const hanging = new Set<ServerResponse>()
    let calls: EngineCall[] = []
    let faults = 0
    let underway = 0
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
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(emptyAnswer)
        return
      }
      const isServed =
        fault === 'pass' || fault === 'dropAnswer' || fault === 'forgottenAnswer' || typeof fault === 'object'
      if (!isServed) return answerFault(fault, call, response)
      const answer = await forward(headers, JSON.stringify(body))
      if (fault === 'forgottenAnswer') forgotten.set(body.ClientRequestToken, randomUUID())
      if (fault === 'dropAnswer' || fault === 'forgottenAnswer') response.destroy()
      else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
    }

    return {
      async serve(headers: IncomingHttpHeaders, text: string, response: ServerResponse): Promise<void> {
        underway++
        try {
          await handle(headers, text, response)
        } finally {
          underway--
        }
      },
      get calls() {
        return calls
      },
      get faults() {
        return faults
      },
      setFault(fault: (call: EngineCall) => LaneFault): void {
        calls = []
        faults = 0
        faultOf = fault
      },
      async heal(): Promise<void> {
        faultOf = () => 'pass'
        for (const response of hanging) response.destroy()
        hanging.clear()
        while (underway > 0) await delay(pollMilliseconds)
      },
    }
  }

  function laneBy(name: string) {
    const lane = lanes.get(name) ?? createLane()
    lanes.set(name, lane)
    return lane
  }

  function forward(sent: IncomingHttpHeaders, body: string) {
    // The engine checks no signature, so that of a body with another token does.
    const { host: _, connection: __, 'content-length': ___, ...headers } = sent
    return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
      const forwarded = httpRequest(engineEndpoint, { agent, method: 'POST', headers }, async (answer) => {
        const { statusCode = 502, headers: answered } = answer
        const type = answered['content-type'] ?? 'application/x-amz-json-1.0'
        resolve({ status: statusCode, type, body: Buffer.concat(await answer.toArray()) })
      })
      forwarded.on('error', reject).end(body)
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
