import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Assertion, readOptions, signatureOf, startExampleProxy } from '@cairn/example-proxy'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runScript } from '../../support/service/child-process.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { ada, assertionFor, headersOf, secret, signed } from './support/assertions.ts'
import { createClock } from './support/clock.ts'
import { createSend, type RequestHeaders } from './support/send.ts'

type Received = { method: string; target: string; headers: [name: string, value: string][]; body: string }

const clock = createClock()
const received: Received[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void

/** Stands in for the service and records what it receives. */
const service = createServer(async (request, response) => {
  const { method = '', url: target = '', rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  const recorded: Received = { method, target, headers, body: '' }
  received.push(recorded)
  respond(request, response)
  recorded.body = await textOf(request).catch(() => '')
})

await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const proxy = stopAfterFile(
  await startExampleProxy({
    upstream: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    port: 0,
    secret,
    issuer: 'deployment',
    audience: 'environment',
    clock: clock.read,
  }),
)
const send = createSend(proxy.origin)
/** The cookie of a user who is signed in at the proxy. */
const cookie = await signIn({ user: 'ada', displayName: 'Ada Lovelace', email: 'ada@example.com' })

afterAll(async () => {
  service.close()
})

beforeEach(() => {
  received.length = 0
  respond = (_, response) => response.end('{}')
})

async function signIn(form: Record<string, string>): Promise<string> {
  const response = await send('POST', '/example-proxy/login', { rawBody: `${new URLSearchParams(form)}` })
  return response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

const valuesOf = (name: string) =>
  received.flatMap(({ headers }) => headers.filter(([given]) => given === name).map(([, value]) => value))

/** The assertion that the service received; fails unless there is exactly one. */
function assertion(): Assertion {
  const [text = '', ...others] = valuesOf('x-service-auth-assertion')
  expect(others).toEqual([])
  expect(valuesOf('x-service-auth-signature')).toEqual([signatureOf(text, secret)])
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

describe('an assertion', () => {
  it('names the user, the method, the path and the current time', async () => {
    await send('GET', '/v1/goals?limit=1', { headers: { cookie } })
    expect(assertion()).toEqual({
      version: 1,
      iss: 'deployment',
      aud: 'environment',
      iat: Math.floor(clock.read().getTime() / 1000),
      method: 'GET',
      path: '/v1/goals?limit=1',
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: { id: 'example:ada', displayName: 'Ada Lovelace', email: 'ada@example.com', emailVerified: true },
    })
  })

  it.each([
    '/v1/organizations/current/members/google%3A1%2F2',
    '/v1/goals/a:b',
    '/v1/goals/a%20b?x=%20&y=+&x=%3A&x',
    '/v1/../v1/goals//',
    '//evil.test/v1/goals',
    '/v1/goals/%',
  ])('names %s unchanged, as does the forwarded request', async (path) => {
    await send('GET', path, { headers: { cookie } })
    expect(assertion().path).toBe(path)
    expect(received[0]?.target).toBe(path)
  })

  it.each([
    ['/v1/goals?', '/v1/goals'],
    ['http://elsewhere.test/v1/goals?a=1', '/v1/goals?a=1'],
  ])('names the normalized form of %s, as does the forwarded request', async (path, seen) => {
    await send('GET', path, { headers: { cookie } })
    expect([assertion().path, received[0]?.target]).toEqual([seen, seen])
  })

  it('is not sent for a user who is not signed in', async () => {
    for (const value of [undefined, 'example-proxy-session=x', 'example-proxy-session=', 'a=b']) {
      await send('GET', '/v1/goals', { headers: { cookie: value } })
    }
    expect(received).toHaveLength(4)
    expect([...valuesOf('x-service-auth-assertion'), ...valuesOf('x-service-auth-signature')]).toEqual([])
  })
})

describe('the headers of a client', () => {
  const forged = signed(assertionFor({ method: 'GET', path: '/v1/goals' }, clock.read(), ada))
  const values = Object.values(forged)
  it.each<[string, RequestHeaders]>([
    ['as they are', forged],
    [
      'in capitals',
      Object.fromEntries(Object.entries(forged).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'twice',
      Object.fromEntries(Object.entries(forged).map(([name, value]) => [name, [`${value}`, `${value}`]])),
    ],
    ['named by Connection', { ...forged, connection: 'x-service-auth-assertion' }],
    ['one alone', headersOf('forged', undefined)],
  ])('are removed if only the proxy may send them: %s', async (_, headers) => {
    await send('GET', '/v1/goals', { headers })
    expect(received[0]?.headers.filter(([name]) => name.startsWith('x-service-auth'))).toEqual([])
    await send('GET', '/v1/goals', { headers: { ...headers, cookie } })
    expect(assertion().user.id).toBe('example:ada')
    for (const value of values) expect(JSON.stringify(received)).not.toContain(value)
  })

  it('are forwarded in order, without hop-by-hop headers and the proxy’s cookie', async () => {
    await send('GET', '/v1/goals', {
      headers: {
        host: 'localhost:1',
        'x-a': ['1', '2'],
        cookie: `theme=dark; ${cookie}; b=c`,
        authorization: 'Bearer cairn_x',
        te: 'trailers',
        'x-once': 'x',
        connection: 'close, X-Once, Host',
      },
    })
    const passed = received[0]?.headers.filter(([name]) => !/^(connection|x-service-.*)$/.test(name))
    expect(passed).toEqual([
      ['host', 'localhost:1'],
      ['origin', proxy.origin],
      ['x-a', '1'],
      ['x-a', '2'],
      ['cookie', 'theme=dark; b=c'],
      ['authorization', 'Bearer cairn_x'],
    ])
  })
})

describe('bodies', () => {
  it('stream in both directions', async () => {
    respond = (request, response) => {
      response.writeHead(201, { 'x-response': 'yes', 'set-cookie': ['a=1', 'b=2'] })
      request.pipe(response)
    }
    const { hostname, port } = new URL(proxy.origin)
    const request = httpRequest({ hostname, port, method: 'POST', path: '/v1/goals', headers: { cookie } })
    request.write('first,')
    const response = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
    // The response has started before the request ends.
    expect(response.statusCode).toBe(201)
    request.end('second')
    expect(await textOf(response)).toBe('first,second')
    expect(response.headers).toMatchObject({ 'x-response': 'yes', 'set-cookie': ['a=1', 'b=2'] })
  })

  it('keep their length and never turn into another request', async () => {
    const inner = 'GET /v1/smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    const { port } = proxy
    const socket = connect(port, '127.0.0.1')
    socket.write(
      [
        'DELETE /v1/goals/1 HTTP/1.1',
        'Host: a',
        'Transfer-Encoding: chunked',
        'Connection: close, transfer-encoding, content-length',
        '',
        inner.length.toString(16),
        inner,
        '0',
        '',
        '',
      ].join('\r\n'),
    )
    await textOf(socket)
    expect(received.map(({ method, target, body }) => [method, target, body])).toEqual([
      ['DELETE', '/v1/goals/1', inner],
    ])
  })

  it('503 in the shape of the contract if the service is gone', async () => {
    respond = (request) => request.socket.destroy()
    const { status, headers, body } = await send('GET', '/v1/goals')
    expect(status).toBe(503)
    expect(headers['retry-after']).toMatch(/^\d+$/)
    expect(body).toEqual({ error: 'unavailable', message: expect.any(String) })
    respond = (_, response) => response.end('{}')
    expect((await send('GET', '/v1/goals')).status).toBe(200)
  })
})

describe('signing in', () => {
  it('shows a form that keeps returnTo, escaped, and warns that it is for trying out only', async () => {
    const returnTo = '"><script>alert(1)</script>'
    const { status, text } = await send('GET', `/example-proxy/login?${new URLSearchParams({ returnTo })}`)
    expect(status).toBe(200)
    expect(text).toContain('For trying out only')
    expect(text).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>"')
  })

  it("redirects to the service's callback and sets a cookie that scripts cannot read", async () => {
    const form = { user: 'ida', displayName: 'Ida', email: 'ida@example.com', returnTo: '/goals?a=b&c' }
    const { status, headers } = await send('POST', '/example-proxy/login', {
      rawBody: `${new URLSearchParams(form)}`,
    })
    expect(status).toBe(302)
    expect(headers.location).toBe('/v1/auth/callback?returnTo=%2Fgoals%3Fa%3Db%26c')
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^example-proxy-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(received).toEqual([])
  })

  it.each(['user', 'displayName', 'email'])('400s without %s', async (field) => {
    const form = { user: 'ida', displayName: 'Ida', email: 'ida@example.com', [field]: ' ' }
    const { status, headers } = await send('POST', '/example-proxy/login', {
      rawBody: `${new URLSearchParams(form)}`,
    })
    expect([status, headers['set-cookie']]).toEqual([400, undefined])
  })

  it('is undone by logout, which redirects to the sign-in page', async () => {
    const own = await signIn({ user: 'eve', displayName: 'Eve', email: 'eve@example.com' })
    const { status, headers } = await send('GET', '/example-proxy/logout', { headers: { cookie: own } })
    expect([status, headers.location]).toEqual([302, '/sign-in'])
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^example-proxy-session=; .*Max-Age=0$/)])
    await send('GET', '/v1/goals', { headers: { cookie: own } })
    expect(valuesOf('x-service-auth-assertion')).toEqual([])
  })
})

describe('the command', () => {
  const environment = {
    UPSTREAM: 'http://localhost:3000',
    PORT: '0',
    AUTH_PROXY_SECRET: secret,
    AUTH_PROXY_ISSUER: 'deployment',
    AUTH_PROXY_AUDIENCE: 'environment',
  }
  it.each([
    ['UPSTREAM', ''],
    ['PORT', '65536'],
    ['AUTH_PROXY_SECRET', ''],
    ['AUTH_PROXY_ISSUER', ''],
    ['AUTH_PROXY_AUDIENCE', 'x'.repeat(256)],
    ['AUTH_PROXY_HEADER_WORD', 'two words'],
  ])('does not start, and says in one line that names %s why', (name, value) => {
    expect(() => readOptions({ ...environment, [name]: value })).toThrow(new RegExp(`^${name} [^\n]+$`))
  })

  it('exits 1 and one line', async () => {
    const script = fileURLToPath(new URL('../../../packages/example-proxy/src/main.ts', import.meta.url))
    const { code, stdout, stderr } = await runScript(script, [], { ...environment, PORT: '65536' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^PORT [^\n]+\n$/)
  })
})
