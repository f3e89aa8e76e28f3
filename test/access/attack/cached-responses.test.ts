import { allOperations, type Operation } from '@cairn/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, type HttpResponse, pathOf } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectWireError, sendOne, sendWire, wireRequest } from './support/wire.ts'

/** Responses that caches and browsers may store, and those that the gateway gives without calling a function. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

type Row = [id: string, operation: Operation]
const reads = allOperations
  .filter(({ method }) => method === 'GET')
  .map((operation): Row => [operation.id, operation])
const cacheable = reads.filter(([, { cacheControl }]) => cacheControl !== undefined)
const unknownCookie = `session=00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`

/** The part of a response that must be the same for everybody. */
const sharedPartOf = ({ status, headers, text }: HttpResponse) => ({
  status,
  text,
  // `Vary` names the compression.
  headers: [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-encoding', 'content-length'].includes(name),
  ),
})

describe('a cacheable response', () => {
  it('exists for three operations only, which declare it in the registry', () => {
    expect(cacheable.map(([id]) => id).sort()).toEqual([
      'getAuthConfiguration',
      'getHealth',
      'listApiTokenScopes',
    ])
  })

  it.each(cacheable)('of %s has the same bytes for everybody and sets no cookie', async (_, operation) => {
    const plain = sharedPartOf(
      await createSend(service)('GET', pathOf(operation), { headers: { origin: undefined } }),
    )
    for (const headers of [
      { cookie: ada.cookie },
      { cookie: unknownCookie },
      { cookie: 'session=garbage' },
      { authorization: 'Bearer cairn_x' },
      { origin: 'https://evil.test' },
      { 'x-forwarded-host': 'evil.test' },
      { accept: 'text/html', 'accept-language': 'de', 'accept-encoding': 'identity' },
    ]) {
      const response = await createSend(service)('GET', pathOf(operation), {
        headers: { origin: undefined, ...headers },
      })
      expect(sharedPartOf(response), JSON.stringify(headers)).toEqual(plain)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it.each(cacheable)('of %s is not stored if it is an error', async (_, operation) => {
    for (const [method, path] of [
      ['POST', pathOf(operation)],
      ['GET', `${pathOf(operation)}/x`],
    ] as const) {
      const { status, headers } = await browser(method, path)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('conditional and partial requests', () => {
  it.each(reads)('to %s get the whole response, never 304', async (_, operation) => {
    const plain = await browser('GET', pathOf(operation))
    const conditions: Record<string, string>[] = [
      { 'if-none-match': '*' },
      { 'if-none-match': '"x"' },
      { 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' },
      { range: 'bytes=0-0' },
      { 'cache-control': 'only-if-cached' },
      { pragma: 'x-get-cache-key' },
    ]
    for (const headers of conditions) {
      const response = await browser('GET', pathOf(operation), { headers })
      expect(response.status, JSON.stringify(headers)).toBe(plain.status)
      expect(response.headers.get('cache-control')).toBe(plain.headers.get('cache-control'))
      for (const name of ['etag', 'last-modified', 'age', 'expires'])
        expect(response.headers.has(name)).toBe(false)
    }
  })
})

describe('a page or a file', () => {
  let files: string[]
  beforeAll(async () => {
    const page = await (await fetch(service.origin)).text()
    const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)].map(
      ([, path]) => path ?? '',
    )
    files = ['/', '/sign-in', '/invitations/x', '/openapi.json', '/llms.txt', ...assets]
    expect(assets.length).toBeGreaterThan(2)
  })

  it('is the same for everybody, sets no cookie and has every security header', async () => {
    for (const path of files) {
      const plain = await fetch(service.origin + path)
      const body = await plain.text()
      for (const cookie of [ada.cookie, unknownCookie, 'session=garbage']) {
        const response = await fetch(service.origin + path, {
          headers: { cookie, 'if-none-match': '*', range: 'bytes=0-9' },
        })
        expect(response.status, path).toBe(200)
        expect(await response.text(), path).toBe(body)
        expect(response.headers.getSetCookie(), path).toEqual([])
        expect(response.headers.get('cache-control'), path).toBe(plain.headers.get('cache-control'))
        expect(response.headers.get('cache-control'), path).toMatch(
          /^(?:no-cache|public, max-age=31536000, immutable)$/,
        )
        expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
        expect(response.headers.get('strict-transport-security'), path).toMatch(/max-age=\d{8}/)
        expect(response.headers.get('referrer-policy'), path).toBe('no-referrer')
        expect(response.headers.get('content-security-policy'), path).toMatch(/default-src '(?:self|none)'/)
      }
    }
  })

  it('is immutable only if its name contains a hash of its content', async () => {
    for (const path of files) {
      const { headers } = await fetch(service.origin + path)
      expect(/immutable/.test(headers.get('cache-control') ?? ''), path).toBe(
        /^\/assets\/.*-[\w-]{8}\./.test(path),
      )
    }
  })
})

describe('a response of the gateway itself', () => {
  const request = (...lines: string[]) => wireRequest(lines)

  it.each([
    ['bytes that are not HTTP', 'rubbish\r\n\r\n', 400, 'invalid_request'],
    ['CONNECT', request('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443'), 400, 'invalid_request'],
    ['two Hosts', request('GET /health HTTP/1.1', 'Host: a', 'Host: b'), 400, 'invalid_request'],
    [
      'a malformed length',
      request('POST /health HTTP/1.1', 'Host: a', 'Content-Length: x'),
      400,
      'invalid_request',
    ],
    [
      'long headers',
      request('GET /health HTTP/1.1', 'Host: a', `X: ${'a'.repeat(20_000)}`),
      400,
      'invalid_request',
    ],
  ])('has every security header and is not stored: %s', async (_, bytes, status, code) => {
    const [response, ...others] = await sendWire(service, bytes as string)
    expect(others).toEqual([])
    if (!response) throw new Error('No response.')
    expectWireError(response, status as number, code as string)
    expect(response.headers.connection).toEqual(['close'])
  })

  it('has every security header and is not stored: a body of 7 MB', async () => {
    const body = 'x'.repeat(7 * 1024 * 1024)
    const response = await sendOne(
      service,
      ['POST /v1/goals HTTP/1.1', 'Host: localhost', `Content-Length: ${body.length}`],
      body,
    )
    expectWireError(response, 413, 'payload_too_large')
  })

  it('has every security header and is not stored: 404, 405, 401 and 403', async () => {
    const send = (line: string) => sendOne(service, [`${line} HTTP/1.1`, 'Host: localhost'])
    expectWireError(await send('GET /nothing'), 404, 'not_found')
    expectWireError(await send('TRACE /v1/goals'), 405, 'method_not_allowed')
    expectWireError(await send('PROPFIND /v1/goals'), 405, 'method_not_allowed')
    expectWireError(await send('GET /v1/goals'), 401, 'unauthorized')
    expectWireError(await send('DELETE /v1/goals/x'), 403, 'origin_not_allowed')
  })
})
