import { createHmac } from 'node:crypto'
import { allOperations, isMutation, type Operation } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '../support/people/accounts.ts'
import { mailsIn, signIn } from '../support/people/sign-in.ts'
import { createSend, pathOf, refusal } from '../support/requests/exchange.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { sendOne } from './support/wire.ts'

/** Headers that some server somewhere believes. Here a client's word counts in Origin, Authorization and Cookie only. */

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

const elsewhere = {
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
  it.each(rows(isMutation))(
    'of %s cannot be dressed up as a GET to escape the Origin',
    async (_, operation) => {
      const answer = await browser(operation.method, pathOf(operation), {
        headers: { origin: 'https://evil.test', ...overrides('GET') },
      })
      expect(answer).toMatchObject(refusal('origin_not_allowed'))
    },
  )

  it.each(rows(({ method, params }) => method === 'GET' && !params))(
    'of %s stays GET, whatever a header says',
    async (_, operation) => {
      const plain = await browser('GET', pathOf(operation))
      for (const method of ['DELETE', 'POST', 'PATCH']) {
        const answer = await browser('GET', pathOf(operation), { headers: overrides(method) })
        expect(answer).toMatchObject({ status: plain.status, text: plain.text })
      }
    },
  )

  it('is not in the query or the body either', async () => {
    expect(await browser('GET', '/v1/goals?_method=POST')).toMatchObject(refusal('invalid_request'))
    expect(await browser('POST', '/v1/goal-labels', { body: { name: 'x', _method: 'GET' } })).toMatchObject(
      refusal('invalid_request', '_method'),
    )
  })
})

describe('the path', () => {
  it.each(rows(({ method, params }) => method === 'GET' && !params))(
    'of %s stays its own, whatever a header says',
    async (_, operation) => {
      const plain = await browser('GET', pathOf(operation))
      for (const path of ['/v1/auth/session', '/health', '/v1/api-tokens']) {
        const answer = await browser('GET', pathOf(operation), { headers: rewritten(path) })
        expect(answer).toMatchObject({ status: plain.status, text: plain.text })
      }
    },
  )
})

describe('the host', () => {
  it.each(rows(isMutation))('makes no Origin right at %s', async (_, operation) => {
    const own = { host: 'evil.test', ...elsewhere }
    for (const origin of ['http://evil.test', 'https://evil.test']) {
      const lines = Object.entries({ ...own, origin, cookie: ada.cookie }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const answer = await sendOne(service, [`${operation.method} ${pathOf(operation)} HTTP/1.1`, ...lines])
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.body).error).toBe('origin_not_allowed')
    }
  })

  it.each(['/v1/auth/login', '/v1/auth/callback', '/v1/auth/login?returnTo=https://evil.test/'])(
    'is not where %s leads',
    async (path) => {
      const lines = Object.entries({ host: 'evil.test', ...elsewhere }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const { status, headers } = await sendOne(service, [`GET ${path} HTTP/1.1`, ...lines])
      expect(status).toBe(302)
      expect(headers.location?.[0]?.startsWith(`${service.origin}/`)).toBe(true)
    },
  )

  it('is neither in mails nor in links nor in where a browser goes next', async () => {
    const email = 'eve@example.com'
    const body = { email, password, displayName: 'Eve' }
    expect(await anonymous('POST', '/v1/auth/register', { body, headers: elsewhere })).toMatchObject({
      status: 202,
    })
    const [mail] = mailsIn(service.lines, email)
    expect(new URL(mail?.link ?? '').origin).toBe(service.origin)
    const invitation = await browser('POST', '/v1/organizations/current/invitations', {
      body: { email: 'guest@example.com', role: 'member' },
      headers: elsewhere,
    })
    expect(invitation.text).toContain(`"acceptUrl":"${service.origin}/invitations/`)
    const signedIn = await anonymous('POST', '/v1/auth/login', {
      body: { email: ada.email, password },
      headers: elsewhere,
    })
    expect(signedIn.body).toEqual({ redirectTo: `${service.origin}/home` })
    // Plain http on localhost, whatever was said of TLS: only the configured origin decides about the cookie.
    expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=/)])
    const signedOut = await anonymous('POST', '/v1/auth/logout', { headers: elsewhere })
    expect(signedOut.body).toEqual({ redirectTo: `${service.origin}/sign-in` })
  })
})

describe('who is calling', () => {
  /** Rightly made, with a secret that this deployment never had: it is no proxy's. */
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

  it.each(rows(({ credential }) => credential !== 'none'))(
    '%s 401s every header that a proxy or a gateway might send for somebody',
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

  it('is not named by a header whose name only looks like the right one', async () => {
    const [name, value] = ['Cookie', ada.cookie]
    for (const line of [
      `${name}_: ${value}`,
      `X-${name}: ${value}`,
      `${name}2: ${value}`,
      `_${name}: ${value}`,
    ]) {
      const answer = await sendOne(service, ['GET /v1/auth/session HTTP/1.1', 'Host: localhost', line])
      expect(answer.status, line).toBe(401)
    }
  })
})

describe('the header that a distribution sends', () => {
  const secret = 'o'.repeat(32)
  let behind: TestService

  beforeAll(async () => {
    behind = await startTestService({ environment: { ORIGIN_VERIFY_SECRET: secret } })
  })
  afterAll(() => behind.stop())

  const ask = (path: string, ...lines: string[]) =>
    sendOne(behind, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines])

  it('is asked for on every route, also on those that are none', async () => {
    const paths = [...new Set(allOperations.map((operation) => pathOf(operation))), '/v1/nothing']
    for (const path of paths) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(403)
      expect(JSON.parse(answer.body).error).toBe('origin_not_allowed')
    }
    expect(await ask('/health', `X-Origin-Verify: ${secret}`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['with an underscore', [`X_Origin_Verify: ${secret}`]],
    ['twice', [`X-Origin-Verify: ${secret}`, `X-Origin-Verify: ${secret}`]],
    ['behind a guess', ['X-Origin-Verify: guess', `x-origin-verify: ${secret}`]],
    ['as a cookie', [`Cookie: x-origin-verify=${secret}`]],
    ['in quotes', [`X-Origin-Verify: "${secret}"`]],
    ['cut', [`X-Origin-Verify: ${secret.slice(1)}`]],
  ])('403s %s', async (_, lines) => {
    expect((await ask('/health', ...lines)).status).toBe(403)
  })

  it('403s in the query', async () => {
    expect((await ask(`/health?x-origin-verify=${secret}`)).status).toBe(403)
  })
})

describe('what a client calls its request', () => {
  it('is neither believed nor repeated', async () => {
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
