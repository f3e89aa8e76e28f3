import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Answer } from './fake-service.ts'

/** `lost`: the service carries the request out, and its response does not arrive. */
export type Fault = 'lost' | Answer

export type Gateway = {
  origin: string
  /** Called for each request, from 1 for each method and path without ids. */
  fault: (method: string, path: string, number: number) => Fault | undefined
  stop(): Promise<void>
}

/** A gateway in front of a service that passes requests on, except for the faults that a test wants. */
export async function startGateway({ origin }: { origin: string }): Promise<Gateway> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const name = `${method} ${url.replaceAll(/[0-9a-f-]{36}/g, ':id').split('?')[0]}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const body = await buffer(request)
    const fault = gateway.fault(method, name.slice(method.length + 1), counts.get(name) ?? 1)
    if (typeof fault === 'function')
      return fault(response, { method, path: url, headers, body: body.toString() })
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers
    const served = await fetch(origin + url, {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const text = await served.text()
    if (fault === 'lost') return void response.destroy()
    const replayed = served.headers.get('idempotency-replayed')
    response.writeHead(served.status, {
      'content-type': 'application/json',
      ...(replayed !== null && { 'idempotency-replayed': replayed }),
    })
    response.end(text)
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const gateway: Gateway = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gateway
}
