import { connect } from 'node:net'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { expect } from 'vitest'

export type WireResponse = { status: number; headers: Record<string, string[]>; body: string }

/** A connection that is open this long is stuck, also on a busy machine. */
const timeoutMilliseconds = 60_000

/** A request from the lines of its head and its body, valid or not. */
export function wireRequest(lines: readonly string[], body = ''): string {
  return [...lines, '', body].join('\r\n')
}

/** Ends the connection: the service closes it after this request's response. */
export const lastRequest = wireRequest(['GET /health HTTP/1.1', 'Host: localhost', 'Connection: close'])

/**
 * Sends bytes on one connection and returns all responses until the service closes it. The bytes are Latin-1, one per
 * character.
 */
export function sendWire({ origin }: { origin: string }, bytes: string): Promise<WireResponse[]> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.setTimeout(timeoutMilliseconds, () => {
      socket.destroy(new Error(`The connection is still open after ${JSON.stringify(received)}`))
    })
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
    })
    let failure: Error | undefined
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close the connection before everything is sent.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failure = error
    })
    socket.on('close', () => (failure ? reject(failure) : resolve(parseResponses(received))))
    socket.write(bytes, 'latin1')
  })
}

/** Sends one request, which no HTTP client has to be able to send, and returns its only response. */
export async function sendOne(service: { origin: string }, lines: readonly string[], body = '') {
  const [response, ...others] = await sendWire(service, wireRequest([...lines, 'Connection: close'], body))
  expect(others).toEqual([])
  if (!response) throw new Error('The connection closed without a response.')
  return response
}

function parseResponses(received: string): WireResponse[] {
  const responses: WireResponse[] = []
  let rest = received
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/.exec(rest)
    if (end === -1 || !match) throw new Error(`The response is not HTTP: ${JSON.stringify(rest)}`)
    const headers: Record<string, string[]> = {}
    for (const line of rest.slice(match[0].length, Math.max(end, match[0].length)).split('\r\n')) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).toLowerCase()
      headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()]
    }
    const length = Number(headers['content-length']?.[0] ?? 0)
    responses.push({ status: Number(match[1]), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return responses
}

/** The headers of every API response, including those that the gateway gives itself. */
export function expectGuarded({ headers }: WireResponse): void {
  expect(headers['x-request-id']?.[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['cache-control']).toEqual(['no-store'])
  expect(headers['content-type']).toEqual(['application/json'])
  expect(headers['x-content-type-options']).toEqual(['nosniff'])
  expect(headers['x-frame-options']).toEqual(['DENY'])
  expect(headers['referrer-policy']).toEqual(['no-referrer'])
  expect(headers['cross-origin-resource-policy']).toEqual(['same-origin'])
  expect(headers['strict-transport-security']?.[0]).toMatch(/max-age=\d{8}/)
  expect(headers['content-security-policy']?.[0]).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
  // A page of another origin may read responses without cookies only.
  expect([[], ['*']]).toContainEqual(headers['access-control-allow-origin'] ?? [])
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
}

/** An error in the contract's shape, with every header of an API response. */
export function expectWireError(response: WireResponse, status: number, code: string): void {
  expect(response.status).toBe(status)
  expect(errorBody().parse(JSON.parse(response.body)).error).toBe(code)
  expectGuarded(response)
}
