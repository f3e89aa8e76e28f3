import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectWireError, lastRequest, sendOne, sendWire, wireRequest } from './support/wire.ts'

/**
 * Paths that the service and a proxy in front of it could read differently. Sent on a raw socket, because `fetch`
 * normalizes most of them.
 */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

const get = (target: string) =>
  sendOne(service, [`GET ${target} HTTP/1.1`, 'Host: localhost', `Cookie: ${ada.cookie}`])

describe('a path is matched byte for byte', () => {
  it.each([
    '/v1/../health',
    '/v1/%2e%2e/health',
    '/v1/%2E%2E/health',
    '/v1/..%2fhealth',
    '/./health',
    '/health/.',
    '/health/..',
    '/health%2f',
    '/health%00',
    '/health%20',
    '/health%0d%0aSet-Cookie:%20a=b',
    '/health;jsessionid=1',
    '/health#x',
    '/health.json',
    '//health',
    '//v1/auth/session',
    '/\\v1\\auth\\session',
    '/v1%2fauth%2fsession',
    '/v1/auth%2fsession',
    '/v1/auth//session',
    '/v1/auth/./session',
    '/v1/goals/../auth/session',
    '/v1/auth/session/../session',
    '/%76%31/auth/%2e%2e/auth/session',
    '/%c0%ae%c0%ae/health',
    '/%252e%252e/health',
    '/@evil.test/v1/auth/session',
    'ftp://localhost/health',
  ])('404s %s, even with a session', async (target) => {
    expectWireError(await get(target), 404, 'not_found')
  })

  it.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/..%2f..%2f..%2fetc/passwd',
    '/assets/.js',
    '/.git/config',
    '/.env',
    '/index.html',
    '/assets/',
    '/assets',
    '/favicon.svg/',
    '/favicon.svg%00.css',
    '/src/main.tsx',
    '/package.json',
  ])('404s %s: serves only the files of the app and no directory listing', async (target) => {
    expectWireError(await get(target), 404, 'not_found')
  })

  it('404s a route with a file name appended, so that a cache stores nothing personal', async () => {
    for (const route of ['/v1/auth/session', '/v1/goals', '/v1/organizations', '/health']) {
      for (const end of ['/x.css', '%2fx.css', '.css', ';x.css', '/..%2fx.css', '%3fx.css', '%23x.css']) {
        const response = await get(route + end)
        const isGoal = route === '/v1/goals' && end.startsWith('/')
        expectWireError(response, 404, isGoal ? 'goal_not_found' : 'not_found')
      }
    }
  })
})

describe('the form of a request target', () => {
  it.each(['http://evil.test/health', 'HTTPS://evil.test:1/health', 'http://user:secret@evil.test/health'])(
    'the origin in %s is ignored and not echoed',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(200)
      expect(JSON.stringify(response)).not.toContain('evil')
    },
  )

  it.each(['evil.test:80', 'http://evil.test\\health', '?a=b', '/a b', '/a\u0000', '/a\u00ff', '/a\u007f'])(
    '400s %j',
    async (target) => {
      const bytes = wireRequest([`GET ${target} HTTP/1.1`, 'Host: localhost', `Cookie: ${ada.cookie}`])
      const [response, ...others] = await sendWire(service, bytes + lastRequest)
      expect(others).toEqual([])
      if (response) expectWireError(response, 400, 'invalid_request')
      expect(response).toBeDefined()
    },
  )

  it.each(['OPTIONS', 'GET', 'POST'])('404s %s *, which is not a route', async (method) => {
    expectWireError(await sendOne(service, [`${method} * HTTP/1.1`, 'Host: localhost']), 404, 'not_found')
  })

  it.each([
    ['HTTP/0.9', 'GET /health'],
    ['HTTP/1.2', 'GET /health HTTP/1.2'],
    ['HTTP/2', 'GET /health HTTP/2.0'],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0'],
    ['a tab between method and target', 'GET\t/health HTTP/1.1'],
    ['a method in lower case', 'get /health HTTP/1.1'],
    ['an unknown method', 'EVIL /health HTTP/1.1'],
  ])('400s %s', async (_, line) => {
    const responses = await sendWire(service, wireRequest([line, 'Host: localhost']) + lastRequest)
    expect(responses.map(({ status }) => status)).toEqual([400])
  })
})

describe('size limits', () => {
  it('404s a path of 15 KB, 400s one of 20 KB, and keeps serving', async () => {
    expectWireError(await get(`/${'a'.repeat(15_000)}`), 404, 'not_found')
    expectWireError(await get(`/${'a'.repeat(20_000)}`), 400, 'invalid_request')
    expect(await get('/health')).toMatchObject({ status: 200 })
  })

  it('400s more than 16 KB of headers, in one line or in thousands', async () => {
    for (const lines of [
      [`X-A: ${'a'.repeat(20_000)}`],
      Array(8_000).fill('X-A: a'),
      [`Cookie: ${'a=b; '.repeat(4_000)}`],
    ]) {
      const responses = await sendWire(
        service,
        wireRequest(['GET /health HTTP/1.1', 'Host: localhost', ...lines]) + lastRequest,
      )
      expect(responses.map(({ status }) => status)).toEqual([400])
    }
  })

  it('finds the credential among hundreds of other headers and cookies', async () => {
    const others = Array.from({ length: 400 }, (_, index) => `X-${index}: a`)
    const cookies = Array.from({ length: 400 }, (_, index) => `c${index}=a`).join('; ')
    const response = await sendOne(service, [
      'GET /v1/auth/session HTTP/1.1',
      'Host: localhost',
      ...others,
      `Cookie: ${cookies}; ${ada.cookie}`,
    ])
    expect(response.status).toBe(200)
  })
})
