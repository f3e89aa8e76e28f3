import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Recorded = { status: number; headers: Record<string, string>; body: Buffer<ArrayBuffer> }

export type StaleIndexes = {
  endpoint: string
  /** From now on an index repeats its earlier response to every query. */
  freeze(): void
  /** The indexes catch up. */
  thaw(): void
  /** How many responses were repeated since the last `freeze`. */
  readonly replayed: number
  stop(): Promise<void>
}

/**
 * An HTTP proxy in front of the engine that can freeze indexes, as DynamoDB's may lag for a while: the base table
 * continues, queries of an index get their earlier response. The wire engine's own indexes never lag.
 */
export async function startStaleIndexes(engineEndpoint: string): Promise<StaleIndexes> {
  const responses = new Map<string, Recorded>()
  let isFrozen = false
  let replayed = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const isIndexQuery =
      String(request.headers['x-amz-target']).endsWith('.Query') && 'IndexName' in JSON.parse(body.toString())
    const key = body.toString()
    const old = isFrozen && isIndexQuery ? responses.get(key) : undefined
    if (old) replayed++
    const { status, headers, body: text } = old ?? (await forward(request, body))
    if (isIndexQuery && !isFrozen) responses.set(key, { status, headers, body: text })
    response.writeHead(status, headers).end(text)
  }

  async function forward(request: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<Recorded> {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const response = await fetch(engineEndpoint, {
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body,
    })
    const {
      'content-length': ____,
      'transfer-encoding': _____,
      ...kept
    } = Object.fromEntries(response.headers)
    return { status: response.status, headers: kept, body: Buffer.from(await response.arrayBuffer()) }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      isFrozen = true
      replayed = 0
    },
    thaw: () => {
      isFrozen = false
      responses.clear()
    },
    get replayed() {
      return replayed
    },
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}
