import { Pool } from 'undici'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export type HttpAnswer = {
  status: number
  /** From handing over the request to the last byte of the answer. */
  milliseconds: number
  text(): string
}

export type HttpClient = {
  send(request: HttpRequest): Promise<HttpAnswer>
  close(): Promise<void>
}

/** Keep-alive connections, one request at a time on each: undici at its leanest, without streams or parsed headers. */
export function createHttpClient(origin: string, connections: number): HttpClient {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const chunks: Buffer[] = []
        let status = 0
        pool.dispatch(request, {
          // undici takes a handler for one of an older form where this is missing.
          onRequestStart: () => {},
          onResponseStart: (_controller, statusCode) => {
            status = statusCode
          },
          onResponseData: (_controller, chunk) => {
            chunks.push(chunk)
          },
          onResponseEnd: () => {
            const milliseconds = performance.now() - startedAt
            resolve({ status, milliseconds, text: () => Buffer.concat(chunks).toString() })
          },
          onResponseError: (_controller, error) => reject(error),
        })
      }),
    close: () => pool.close(),
  }
}
