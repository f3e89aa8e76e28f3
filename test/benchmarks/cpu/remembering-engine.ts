import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RememberingEngine = {
  endpoint: string
  forget(): void
  stop(): Promise<void>
}

type Answer = { status: number; body: string }

/**
 * Stands before the engine and asks it only what it was not asked before, so that the same request gets the same answer
 * for ever, and a report on a goal can be repeated as if it were the first. Of writes only the kind is looked at: they
 * hold moments and tokens.
 */
export async function startRememberingEngine(engineEndpoint: string): Promise<RememberingEngine> {
  const remembered = new Map<string, Promise<Answer>>()
  const contentType = { 'content-type': 'application/x-amz-json-1.0' }

  async function ask(sent: IncomingHttpHeaders, body: string): Promise<Answer> {
    const needed = ['x-amz-target', 'x-amz-date', 'authorization'].map((name) => [name, String(sent[name])])
    const headers = { ...contentType, ...Object.fromEntries(needed) }
    const response = await fetch(engineEndpoint, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const target = String(request.headers['x-amz-target'])
    const key = /Write|Put|Update|Delete/.test(target) ? target : `${target} ${body}`
    let answer = remembered.get(key)
    if (!answer) {
      answer = ask(request.headers, body)
      remembered.set(key, answer)
    }
    const { status, body: text } = await answer
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
