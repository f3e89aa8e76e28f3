import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BearerProxy = { origin: string; port: number; stop(): Promise<void> }

/**
 * Adds a token to requests that have none, because the conformance suite sends none. Everything else passes unchanged.
 *
 * @param target  Known only after the proxy has its port, because the service's origin is that of the proxy.
 */
export async function startBearerProxy(
  target: Promise<{ port: number; secret: string }>,
): Promise<BearerProxy> {
  const server = createServer(async (incoming, outgoing) => {
    const { port, secret } = await target
    const headers = { authorization: `Bearer ${secret}`, ...incoming.headers }
    const forwarded = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    port,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
