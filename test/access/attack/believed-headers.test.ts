import { createHmac } from 'node:crypto'
import { allOperations, type Operation, requiresCredential, requiresOrigin } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { sendOne } from './support/wire.ts'

/** Headers that other servers trust. Here only Origin, Authorization and Cookie have an effect. */

const service = stopAfterFile(await startTestService())
const anonymous = createSend(service)
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])

const overrides = (method: string) => ({
  'x-http-method-override': method,
  'x-http-method': method,
  'x-method-override': method,
})

const rewritten = (path: string) => ({
  'x-original-url': path,
  'x-original-uri': path,
  'x-rewrite-url': path,
  'x-forwarded-uri': path,
  'x-forwarded-path': path,
  'x-forwarded-prefix': path,
})

const foreignHost = {
  'x-forwarded-host': 'evil.test',
  'x-forwarded-server': 'evil.test',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '443',
  'x-forwarded-for': '127.0.0.1',
  'x-host': 'evil.test',
  'x-original-host': 'evil.test',
  forwarded: 'for=127.0.0.1;host=evil.test;proto=https',
}

describe('the method', () => {
  it.each(rows(requiresOrigin))(
    'of %s cannot be overridden with GET to skip the Origin check',
    async (_, operation) => {
      const response = await browser(operation.method, pathOf(operation), {
        headers: { origin: 'https://evil.test', ...overrides('GET') },
      })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
    },
  )

  it.each(rows(({ method, params }) => method === 'GET' && !params))(
    'of %s stays GET, whatever headers say',
    async (_, operation) => {
      const plain = await browser('GET', pathOf(operation))
      for (const method of ['DELETE', 'POST', 'PATCH']) {
        const response = await browser('GET', pathOf(operation), { headers: overrides(method) })
        expect([response.status, stable(response.text)]).toEqual([plain.status, stable(plain.text)])
      }
    },
  )

  it('cannot be set in the query or the body', async () => {
    expect(await browser('GET', '/v1/goals?_method=POST')).toMatchObject(refusal('invalid_request'))
    expect(await browser('POST', '/v1/goal-labels', { body: { name: 'x', _method: 'GET' } })).toMatchObject(
      refusal('invalid_request', '_method'),
    )
  })
})

/** A body without what differs each time: cursors, and the time of a brief. */
function stable(text: string): string {
  return text.replaceAll(/"(cursor|nextCursor|asOf)":"[^"]+"/g, '"$1"')
}

describe('the path', () => {
  it.each(rows(({ method, params }) => method === 'GET' && !params))(
    'of %s cannot be rewritten by headers',
    async (_, operation) => {
      const plain = await browser('GET', pathOf(operation))
      for (const path of ['/v1/auth/session', '/health', '/v1/api-tokens']) {
        const response = await browser('GET', pathOf(operation), { headers: rewritten(path) })
        expect([response.status, stable(response.text)]).toEqual([plain.status, stable(plain.text)])
      }
    },
  )
})

describe('the Host header', () => {
  it.each(rows(requiresOrigin))('does not make a foreign Origin acceptable to %s', async (_, operation) => {
    const own = { host: 'evil.test', ...foreignHost }
    for (const origin of ['http://evil.test', 'https://evil.test']) {
      const lines = Object.entries({ ...own, origin, cookie: ada.cookie }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const response = await sendOne(service, [`${operation.method} ${pathOf(operation)} HTTP/1.1`, ...lines])
      expect(response.status).toBe(403)
      expect(JSON.parse(response.body).error).toBe('origin_not_allowed')
    }
  })

  it.each(['/v1/auth/login', '/v1/auth/callback', '/v1/auth/login?returnTo=https://evil.test/'])(
    'does not decide where %s redirects',
    async (path) => {
      const lines = Object.entries({ host: 'evil.test', ...foreignHost }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const { status, headers } = await sendOne(service, [`GET ${path} HTTP/1.1`, ...lines])
      expect(status).toBe(302)
      expect(headers.location?.[0]?.startsWith(`${service.origin}/`)).toBe(true)
    },
  )

  it('does not appear in emails, links or redirects', async () => {
    const email = 'eve@example.com'
    const body = { email, password, displayName: 'Eve' }
    expect(await anonymous('POST', '/v1/auth/register', { body, headers: foreignHost })).toMatchObject({
      status: 202,
    })
    const [sent] = emailsIn(service.lines, email)
    expect(new URL(sent?.link ?? '').origin).toBe(service.origin)
    const invitation = await browser('POST', '/v1/organizations/current/invitations', {
      body: { email: 'guest@example.com', role: 'member' },
      headers: foreignHost,
    })
    expect(invitation.text).toContain(`"acceptUrl":"${service.origin}/invitations/`)
    const signedIn = await anonymous('POST', '/v1/auth/login', {
      body: { email: ada.email, password },
      headers: foreignHost,
    })
    expect(signedIn.body).toEqual({ redirectTo: `${service.origin}/home` })
    // The configured origin alone decides the cookie's name: plain HTTP, whatever X-Forwarded-Proto says.
    expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=/)])
    const signedOut = await anonymous('POST', '/v1/auth/logout', { headers: foreignHost })
    expect(signedOut.body).toEqual({ redirectTo: `${service.origin}/sign-in` })
  })
})

describe('the caller', () => {
  /** Well-formed, but signed with a secret that this deployment never had. */
  const assertion = Buffer.from(
    JSON.stringify({
      version: 1,
      iss: 'cairn',
      aud: 'test',
      iat: Math.floor(Date.now() / 1000),
      method: 'GET',
      path: '/v1/auth/session',
      sessionId: 's',
      user: { id: 'email:1', displayName: 'Ada', email: 'ada@example.com', emailVerified: true },
    }),
  ).toString('base64url')
  const signature = createHmac('sha256', '').update(assertion).digest('base64url')

  it.each(rows(requiresCredential))(
    'of %s is not identified by headers that proxies and gateways send: 401',
    async (_, operation) => {
      const headers = {
        'x-service-auth-assertion': assertion,
        'x-service-auth-signature': signature,
        'x-user-id': ada.userId,
        'x-forwarded-user': ada.email,
        'x-forwarded-email': ada.email,
        'x-remote-user': ada.email,
        'remote-user': ada.email,
        'x-auth-request-user': ada.email,
        'x-amzn-oidc-identity': ada.userId,
        'x-apigateway-event': '{}',
        'x-client-address': '127.0.0.1',
        'proxy-authorization': 'Basic YWRhOmFkYQ==',
        'x-api-key': 'x',
        'x-session': ada.cookie,
        'x-cookie': ada.cookie,
      }
      expect(await anonymous(operation.method, pathOf(operation), { headers })).toMatchObject(
        refusal('unauthorized'),
      )
    },
  )

  it('is not identified by a header whose name resembles Cookie', async () => {
    const [name, value] = ['Cookie', ada.cookie]
    for (const line of [
      `${name}_: ${value}`,
      `X-${name}: ${value}`,
      `${name}2: ${value}`,
      `_${name}: ${value}`,
    ]) {
      const response = await sendOne(service, ['GET /v1/auth/session HTTP/1.1', 'Host: localhost', line])
      expect(response.status, line).toBe(401)
    }
  })
})

describe('the secret header of a distribution', () => {
  const secret = 'o'.repeat(32)
  let protectedService: TestService

  beforeAll(async () => {
    protectedService = await startTestService({ environment: { ORIGIN_VERIFY_SECRET: secret } })
  })
  afterAll(() => protectedService.stop())

  const get = (path: string, ...lines: string[]) =>
    sendOne(protectedService, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines])

  it('is required on every route, and on paths that are not routes', async () => {
    const paths = [...new Set(allOperations.map((operation) => pathOf(operation))), '/v1/nothing']
    for (const path of paths) {
      const response = await get(path)
      expect(response.status, path).toBe(403)
      expect(JSON.parse(response.body).error).toBe('origin_not_allowed')
    }
    expect(await get('/health', `X-Origin-Verify: ${secret}`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['with an underscore', [`X_Origin_Verify: ${secret}`]],
    ['if it comes twice', [`X-Origin-Verify: ${secret}`, `X-Origin-Verify: ${secret}`]],
    ['after a guess', ['X-Origin-Verify: guess', `x-origin-verify: ${secret}`]],
    ['as a cookie', [`Cookie: x-origin-verify=${secret}`]],
    ['in quotes', [`X-Origin-Verify: "${secret}"`]],
    ['truncated', [`X-Origin-Verify: ${secret.slice(1)}`]],
  ])('is refused %s: 403', async (_, lines) => {
    expect((await get('/health', ...lines)).status).toBe(403)
  })

  it('is refused in the query: 403', async () => {
    expect((await get(`/health?x-origin-verify=${secret}`)).status).toBe(403)
  })
})

describe('a request id from the client', () => {
  it('is not used, echoed or logged', async () => {
    for (const path of ['/health', '/v1/auth/session', '/v1/nothing', '/v1/goals']) {
      const { headers, text } = await browser('GET', path, {
        headers: {
          'x-request-id': 'chosen-by-a-client',
          'x-amzn-trace-id': 'Root=chosen-by-a-client',
          'user-agent': 'chosen-by-a-client',
        },
      })
      expect(JSON.stringify([...headers]) + text).not.toContain('chosen-by-a-client')
    }
    expect(service.lines.join('\n')).not.toContain('chosen-by-a-client')
  })
})
