import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** A request that a fake service got. */
type Got = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

export type Answer = (response: ServerResponse, got: Got) => void

export type FakeService = { origin: string; readonly got: Got[]; answers: Answer[]; stop(): Promise<void> }

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

/** Breaks the connection in the middle of the response. */
export const broken: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{')
  setImmediate(() => response.destroy())
}

/** Never responds. */
export const silent: Answer = () => undefined

export const refusal = (status: number, error: string, headers: Record<string, string> = {}): Answer =>
  json(status, { error, message: `This is ${error}.` }, { 'x-request-id': 'r-1', ...headers })

/** Gives the answers in order, and the last one again and again: what a broken service or a proxy would say. */
export async function startFakeService(): Promise<FakeService> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const got = { method, path: url, headers, body: '' }
    service.got.push(got)
    const answer = service.answers.length > 1 ? service.answers.shift() : service.answers[0]
    got.body = await readText(request)
    answer?.(response, got)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const service: FakeService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: [],
    answers: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}
