import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message as a receiver got it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; id: string }

/** Answers a message. */
export type Answer = (response: ServerResponse, message: Received) => void

export type Receiver = {
  url: string
  /** Every message so far, in the order of arrival. */
  readonly messages: Received[]
  /** How it answers from now on. Default: 204. */
  answer: Answer
  stop(): Promise<void>
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end()
  }

/** A receiver of webhooks on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request)
      const id = String(request.headers['webhook-id'])
      const message = { path: request.url ?? '', headers: request.headers, body, id }
      receiver.messages.push(message)
      receiver.answer(response, message)
    } catch {
      // The sender has gone.
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    messages: [],
    answer: withStatus(204),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
