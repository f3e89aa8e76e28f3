import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The fate of a request on its way. `lost`: it arrives, and its response does not. */
export type Fate = 'busy' | 'lost' | 'redirected' | { first: () => Promise<unknown> }

/** A server between a program and the service, on loopback. */
export type Between = {
  origin: string
  /** Of each request, whether it got through or not: `GET /v1/goals/…`. */
  requests: string[]
  /** Faults of the next requests with this method, one each. Later ones get through. */
  next(method: string, ...fates: Fate[]): void
  stop(): Promise<void>
}

export async function startBetween(service: { origin: string }): Promise<Between> {
  const fates = new Map<string, Fate[]>()
  const requests: string[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url}`)
    const body = await text(request)
    const fate = fates.get(method)?.shift()
    if (fate === 'busy') {
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
      response.end('{"error":"unavailable","message":"Try again."}')
      return
    }
    if (fate === 'redirected') {
      response.writeHead(307, { location: `http://${request.headers.host}/stolen` }).end()
      return
    }
    if (typeof fate === 'object') await fate.first()
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${service.origin}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    })
    const answered = await answer.text()
    if (fate === 'lost') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answered)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    next: (method, ...more) => void fates.set(method, more),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
