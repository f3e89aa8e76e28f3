import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RememberingEngine = {
  endpoint: string
  forget(): void
  stop(): Promise<void>
}

type EngineResponse = { status: number; body: string }

/**
 * A caching proxy in front of the engine: a repeated request always gets the first response, so a report on a goal can be repeated as
 * if it were the first. Writes are matched only by their operation, because they contain times and tokens.
 */
export async function startRememberingEngine(engineEndpoint: string): Promise<RememberingEngine> {
  const remembered = new Map<string, Promise<EngineResponse>>()
  const contentType = { 'content-type': 'application/x-amz-json-1.0' }

  async function ask(sent: IncomingHttpHeaders, body: string): Promise<EngineResponse> {
    const needed = ['x-amz-target', 'x-amz-date', 'authorization'].map((name) => [name, String(sent[name])])
    const headers = { ...contentType, ...Object.fromEntries(needed) }
    const response = await fetch(engineEndpoint, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const target = String(request.headers['x-amz-target'])
    const key = /Write|Put|Update|Delete/.test(target) ? target : `${target} ${body}`
    let pending = remembered.get(key)
    if (!pending) {
      pending = ask(request.headers, body)
      remembered.set(key, pending)
    }
    const { status, body: text } = await pending
    response.writeHead(status, contentType).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forget: () => remembered.clear(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
