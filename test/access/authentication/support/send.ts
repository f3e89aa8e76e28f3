import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type ErrorCode, errorStatuses } from '@cairn/contract'

/** Headers of a request: a list sends a header several times, `undefined` removes it. */
export type RequestHeaders = Record<string, string | string[] | undefined>

export type Exchange = {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  rawBody?: string
  /** Added to the web origin, which every request carries. */
  headers?: RequestHeaders
}

export type TestResponse = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown }

export type Send = (method: string, path: string, exchange?: Exchange) => Promise<TestResponse>

const agent = new Agent({ keepAlive: true })

/** Sends requests as a browser on the web origin does. The target is sent unchanged; `fetch` would rewrite it. */
export function createSend(origin: string): Send {
  const { port } = new URL(origin)
  return async (method, path, { body, rawBody, headers } = {}) => {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const all: RequestHeaders = {
      host: `localhost:${port}`,
      origin,
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(sent)),
      }),
      ...headers,
    }
    const given = Object.entries(all).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    )
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(given), agent }
      const request = httpRequest(options, (response) => {
        textOf(response).then(
          (text) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              body: parseJson(text),
            }),
          reject,
        )
      })
      request.on('error', reject).end(sent)
    })
  }
}

/** Adds headers to each request, such as a credential. */
export function withHeaders(
  send: Send,
  headersOf: (request: { method: string; path: string }) => RequestHeaders | Promise<RequestHeaders>,
): Send {
  return async (method, path, exchange = {}) => {
    const added = await headersOf({ method, path })
    return send(method, path, { ...exchange, headers: { ...added, ...exchange.headers } })
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A matcher for a response with this error. */
export function refusal(code: ErrorCode) {
  return { status: errorStatuses[code], body: { error: code } }
}

/** Everything that must be equal in all refusals: all but the request id and the date. */
export function bytesOf({ status, headers, text }: TestResponse) {
  const { 'x-request-id': _id, date: _date, ...same } = headers
  return { status, headers: same, text }
}
