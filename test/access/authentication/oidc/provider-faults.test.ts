/** A provider that is down, slow or talks garbage: a clear page in time, never a session, and bounded requests. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createKey, type Responder, signToken } from '../support/issuer.ts'
import { oidcEnvironment } from '../support/openid-provider.ts'
import {
  comeBack,
  leaveForSignIn,
  type Script,
  signInWith,
  startScriptedIssuer,
  startServiceOf,
} from '../support/scripted-issuer.ts'
import { createSend } from '../support/send.ts'
import { holdTimeLimits } from '../support/time-limits.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const { requests } = issuer

beforeEach(() => issuer.play())
afterEach(() => vi.restoreAllMocks())

const start = async () => stopAfterFile(await startServiceOf(issuer, { environment: { RATE_LIMITS: 'off' } }))

/** Stops the clock by which caches expire, which is not the service's clock. Returns a function that advances it. */
function holdTime(): (milliseconds: number) => void {
  let moment = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => moment)
  return (milliseconds) => {
    moment += milliseconds
  }
}

const drop: Responder = (request) => request.socket.destroy()
const status =
  (code: number, body = ''): Responder =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(body)
const huge: Responder = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"x":"${'x'.repeat(600 * 1024)}"}`)
}
const elsewhere: Responder = (_, response) =>
  response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()

const broken: [string, Responder][] = [
  ['drops the connection', drop],
  ['returns an error', status(500)],
  ['returns an error with a correct form', status(503, '{"error":"invalid_grant"}')],
  ['is not there', status(404)],
  ['returns nothing', status(200)],
  ['returns garbage', status(200, '{')],
  ['returns null', status(200, 'null')],
  ['returns a list', status(200, '[]')],
  [
    'returns a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
  ],
  ['returns far too much', huge],
  ['redirects', elsewhere],
]

describe('beginning a sign-in', () => {
  it.each(broken)('leads to the sign-in page if the discovery document %s', async (_, responder) => {
    const { origin } = await start()
    issuer.play({ responders: { discovery: responder } })
    const { headers, status: code } = await createSend(origin)('GET', '/v1/auth/login?returnTo=/goals')
    expect([code, headers.location]).toEqual([302, `${origin}/sign-in?problem=unavailable&returnTo=%2Fgoals`])
    expect(headers['set-cookie']).toBeUndefined()
    issuer.play()
    expect((await createSend(origin)('GET', '/v1/auth/login')).headers.location).toContain(issuer.issuer)
  })

  it.each<[string, Script['metadata']]>([
    ['of another issuer (mix-up)', (metadata) => ({ ...metadata, issuer: 'https://evil.test' })],
    ['of the issuer with a slash', (metadata) => ({ ...metadata, issuer: `${issuer.issuer}/` })],
    ['without a sign-in page', ({ authorization_endpoint: _, ...metadata }) => metadata],
    ['without keys', ({ jwks_uri: _, ...metadata }) => metadata],
    ['with keys at an address without TLS', (metadata) => ({ ...metadata, jwks_uri: 'http://keys.test/' })],
  ])('leads to the sign-in page with a discovery document %s', async (_, metadata) => {
    const { origin } = await start()
    issuer.play({ metadata })
    const { headers } = await createSend(origin)('GET', '/v1/auth/login')
    expect(headers.location).toMatch(new RegExp(`^${origin}/sign-in\\?problem=(unavailable|failed)$`))
  })
})

describe('returning from the provider', () => {
  it.each(broken)('never starts a session if the token endpoint %s', async (_, responder) => {
    const service = await start()
    issuer.play({ responders: { token: responder } })
    const { problem, cookie } = await signInWith(service, issuer)
    expect(['unavailable', 'failed']).toContain(problem)
    expect(cookie).toBeUndefined()
  })

  it.each(broken)('never starts a session if the keys: %s', async (_, responder) => {
    const service = await start()
    issuer.play({ responders: { keys: responder } })
    expect(await signInWith(service, issuer)).toMatchObject({ problem: 'unavailable', cookie: undefined })
  })

  it.each(broken)('never starts a session if the userinfo endpoint %s', async (_, responder) => {
    const service = await start()
    issuer.play({ claims: ({ email: _e, ...claims }) => claims, responders: { userinfo: responder } })
    const { problem, cookie } = await signInWith(service, issuer)
    expect(['unavailable', 'failed']).toContain(problem)
    expect(cookie).toBeUndefined()
  })

  it('never starts a session if an endpoint has no TLS', async () => {
    issuer.play({ metadata: (metadata) => ({ ...metadata, token_endpoint: 'http://tokens.test/' }) })
    expect(await signInWith(await start(), issuer)).toMatchObject({ cookie: undefined })
  })

  it('tells a wrong client secret from a code that is too old', async () => {
    const environment = { AUTH_OIDC_CLIENT_SECRET: 'wrong', RATE_LIMITS: 'off' }
    const service = stopAfterFile(await startServiceOf(issuer, { environment }))
    expect(await signInWith(service, issuer)).toMatchObject({ problem: 'failed', cookie: undefined })
    expect(service.lines.join('\n')).toContain('"reason":"OAUTH_RESPONSE_BODY_ERROR"')
  })
})

describe('a provider that hangs', () => {
  const hang: Responder = () => {}
  const drip: Responder = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(timer))
  }

  const endpoints = ['discovery', 'token', 'keys', 'userinfo'] as const
  it.each(
    endpoints.flatMap((endpoint) => [
      [endpoint, 'is silent', hang] as const,
      [endpoint, 'drips', drip] as const,
    ]),
  )(
    'leads to the sign-in page within 8 seconds if its endpoint for %s %s',
    async (endpoint, _, responder) => {
      const service = await start()
      const without: Partial<Script> = { claims: ({ email: _, ...claims }) => claims }
      issuer.play({ ...without, responders: { [endpoint]: responder } })
      const before = requests[endpoint]
      const limits = holdTimeLimits()
      const signIn = leaveForSignIn(service).then(async (left) =>
        endpoint === 'discovery' ? left.url : comeBack(service, issuer, left),
      )
      const { result, milliseconds } = await limits.passUntil(signIn, () => requests[endpoint] > before)
      if (endpoint === 'discovery') expect(result).toContain('/sign-in?problem=unavailable')
      else expect(result).toMatchObject({ problem: 'unavailable', cookie: undefined })
      expect(milliseconds).toBeGreaterThan(0)
      expect(milliseconds).toBeLessThan(8_000)
    },
  )
})

describe('requests to the provider', () => {
  it('are none at start; a sign-in asks for everything once, the next one for its code only', async () => {
    const before = { ...requests }
    const service = await start()
    await createSend(service.origin)('GET', '/health')
    expect(requests).toEqual(before)
    await signInWith(service, issuer)
    expect(requests).toEqual({
      ...before,
      discovery: before.discovery + 1,
      keys: before.keys + 1,
      token: before.token + 1,
    })
    await signInWith(service, issuer)
    expect(requests.discovery).toBe(before.discovery + 1)
    expect(requests.keys).toBe(before.keys + 1)
  })

  it('for discovery are at most five in 10 seconds while it fails', async () => {
    const advance = holdTime()
    const { origin } = await start()
    const send = createSend(origin)
    issuer.play({ responders: { discovery: status(500) } })
    const { discovery } = requests
    await Promise.all(Array.from({ length: 20 }, () => send('GET', '/v1/auth/login')))
    for (let count = 0; count < 20; count++) await send('GET', '/v1/auth/login')
    expect(requests.discovery).toBe(discovery + 5)
    advance(10_000)
    issuer.play()
    expect((await send('GET', '/v1/auth/login')).headers.location).toContain(issuer.issuer)
  })

  it('for discovery are one in an hour', async () => {
    const advance = holdTime()
    const { origin } = await start()
    const { discovery } = requests
    for (const [milliseconds, count] of [
      [0, 1],
      [3_599_999, 1],
      [1, 2],
    ] as const) {
      advance(milliseconds)
      await createSend(origin)('GET', '/v1/auth/login')
      expect(requests.discovery).toBe(discovery + count)
    }
  })

  it('find new keys after 30 seconds, and forget withdrawn ones after 10 minutes', async () => {
    const advance = holdTime()
    const service = await start()
    const next = await createKey('key-2', 'RS256')
    expect((await signInWith(service, issuer)).problem).toBeNull()
    const withNext: Partial<Script> = {
      keys: [issuer.key, next],
      sign: (claims) => signToken(claims, next),
    }
    issuer.play(withNext)
    expect((await signInWith(service, issuer)).problem).toBe('failed')
    advance(31_000)
    expect((await signInWith(service, issuer)).problem).toBeNull()
    issuer.play({ keys: [next] })
    advance(601_000)
    expect((await signInWith(service, issuer)).problem).toBe('failed')
  })
})

describe('the rate limit', () => {
  it('counts only sign-ins that fail, and explains itself', async () => {
    const environment = { RATE_LIMITS: 'login.account=3' }
    const service = stopAfterFile(await startServiceOf(issuer, { environment }))
    const before = requests.token
    for (let count = 0; count < 5; count++) expect((await signInWith(service, issuer)).problem).toBeNull()
    issuer.play({ claims: (claims) => ({ ...claims, nonce: 'wrong' }) })
    const problems: (string | null)[] = []
    for (let count = 0; count < 4; count++) problems.push((await signInWith(service, issuer)).problem)
    expect(problems).toEqual(['failed', 'failed', 'failed', 'too_many'])
    // Each has asked the provider, also the one that was one too many, whose question may still be on its way.
    await expect.poll(() => requests.token).toBe(before + 5 + 4)
    expect((await signInWith(service, issuer)).problem).toBe('too_many')
    expect(requests.token).toBe(before + 5 + 4)
  })
})

describe('signing out while the provider is down', () => {
  it('ends the session and leads to the sign-in page', async () => {
    const first = await start()
    const { cookie = '' } = await signInWith(first, issuer)
    const second = stopAfterFile(
      await startTestService({
        table: first.table,
        clock: issuer.clock.read,
        environment: oidcEnvironment(issuer.issuer),
      }),
    )
    issuer.play({ responders: { discovery: drop } })
    const send = createSend(second.origin)
    const response = await send('POST', '/v1/auth/logout', { headers: { cookie } })
    expect(response).toMatchObject({ status: 200, body: { redirectTo: `${second.origin}/sign-in` } })
    expect((await send('GET', '/v1/auth/session', { headers: { cookie } })).status).toBe(401)
  })

  it('leads to the sign-in page if the provider has no logout page', async () => {
    issuer.play({ metadata: ({ end_session_endpoint: _, ...metadata }) => metadata })
    const service = await start()
    const { cookie = '' } = await signInWith(service, issuer)
    const response = await createSend(service.origin)('POST', '/v1/auth/logout', { headers: { cookie } })
    expect(response.body).toEqual({ redirectTo: `${service.origin}/sign-in` })
  })
})
