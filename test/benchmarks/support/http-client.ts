import { Pool } from 'undici'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export type HttpResponse = {
  status: number
  /** From sending the request to the last byte of the response. */
  milliseconds: number
  text(): string
}

export type HttpClient = {
  send(request: HttpRequest): Promise<HttpResponse>
  close(): Promise<void>
}

/** Keep-alive connections with one request at a time. undici without streams and parsed headers, for the least overhead. */
export function createHttpClient(origin: string, connections: number): HttpClient {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const chunks: Buffer[] = []
        let status = 0
        pool.dispatch(request, {
          // Without it, undici takes the handler for one of the older form.
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
