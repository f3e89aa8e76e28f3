import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HttpResponse, OperationEvent } from '../pipeline/event.ts'

type NodeListener = (request: IncomingMessage, response: ServerResponse) => unknown

/** A request and response for a library that expects Node's server, without a connection. */
export type NodeRequest = {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body: string
}

/** Runs a listener of Node's server on a request that came as an event, and returns what it would have sent. */
export function exchange(listener: NodeListener, request: NodeRequest): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const incoming = new IncomingMessage(new Socket())
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) }
  Object.assign(incoming, { method: request.method, url: request.url, headers })
  incoming.push(request.body)
  incoming.push(null)

  const chunks: Buffer[] = []
  const outgoing = new ServerResponse(incoming)
  outgoing.write = (chunk: string | Uint8Array) => {
    chunks.push(Buffer.from(chunk))
    return true
  }
  outgoing.end = ((chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    resolve(responseOf(outgoing, chunks))
    outgoing.emit('finish')
    return outgoing
  }) as typeof outgoing.end
  Promise.resolve(listener(incoming, outgoing)).catch(reject)
  return promise
}

function responseOf(outgoing: ServerResponse, chunks: Buffer[]): HttpResponse {
  const { 'set-cookie': cookies, 'content-length': _, ...headers } = outgoing.getHeaders()
  return {
    statusCode: outgoing.statusCode,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !name.startsWith('access-control-'))
        .map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
    ...(cookies !== undefined && { cookies: [cookies].flat().map(String) }),
  }
}

/**
 * The headers of an event, with the address that the browser sees, whatever stands in between. Without `Origin`: the library does not
 * decide which pages may read a response.
 */
export function headersAt(webOrigin: string, { headers, cookies }: OperationEvent): Record<string, string> {
  const { host, protocol } = new URL(webOrigin)
  const { origin: _, ...others } = headers as Record<string, string>
  return {
    ...others,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(cookies && cookies.length > 0 && { cookie: cookies.join('; ') }),
  }
}
