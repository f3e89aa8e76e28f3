import { connect } from 'node:net'
import { errorBody } from '@cairn/contract/schemas/common'
import { expect } from 'vitest'

export type WireAnswer = { status: number; headers: Record<string, string[]>; body: string }

/** Longer than any of these exchanges takes; whoever waits for it found a connection that does not end. */
const patienceMilliseconds = 8_000

/** The head of a request, one line after the other, and its body; what no HTTP client would send can be written too. */
export function wireRequest(lines: readonly string[], body = ''): string {
  return [...lines, '', body].join('\r\n')
}

/** The last request of an exchange, if it is read: the connection ends with its answer. */
export const lastRequest = wireRequest(['GET /health HTTP/1.1', 'Host: localhost', 'Connection: close'])

/**
 * Sends bytes on one connection and answers everything that comes back until the service ends it. Bytes are latin1, one a
 * character.
 */
export function sendWire({ origin }: { origin: string }, bytes: string): Promise<WireAnswer[]> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.setTimeout(patienceMilliseconds, () => {
      socket.destroy(new Error(`The connection stays open after ${JSON.stringify(received)}`))
    })
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
    })
    let failure: Error | undefined
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may end the connection while there is still something to send.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failure = error
    })
    socket.on('close', () => (failure ? reject(failure) : resolve(parseAnswers(received))))
    socket.write(bytes, 'latin1')
  })
}

/** One answer to one request that a client could not send. */
export async function sendOne(service: { origin: string }, lines: readonly string[], body = '') {
  const [answer, ...others] = await sendWire(service, wireRequest([...lines, 'Connection: close'], body))
  expect(others).toEqual([])
  if (!answer) throw new Error('The connection ended without an answer.')
  return answer
}

function parseAnswers(received: string): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = received
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/.exec(rest)
    if (end === -1 || !match) throw new Error(`What came back is no HTTP: ${JSON.stringify(rest)}`)
    const headers: Record<string, string[]> = {}
    for (const line of rest.slice(match[0].length, Math.max(end, match[0].length)).split('\r\n')) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).toLowerCase()
      headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()]
    }
    const length = Number(headers['content-length']?.[0] ?? 0)
    answers.push({ status: Number(match[1]), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** What every answer of the API must carry, also those that no function gave. */
export function expectGuarded({ headers }: WireAnswer): void {
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
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
}

/** An error in the contract's shape, with every header that answers have. */
export function expectWireError(answer: WireAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(errorBody().parse(JSON.parse(answer.body)).error).toBe(code)
  expectGuarded(answer)
}
