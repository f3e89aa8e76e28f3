import { allOperations, type Operation } from '@cairn/contract'
import { oauthPaths } from '@cairn/contract/http/endpoints'
import { describe, expect, it } from 'vitest'
import { assertionFor, proxyEnvironment, signed } from '../../access/authentication/support/assertions.ts'
import { bearer, createToken, mistyped } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { pathOf, unknownId } from '../../support/requests/exchange.ts'
import { minimalGoal } from '../../support/requests/goals.ts'
import { registerProgram } from '../../support/requests/program.ts'
import { startRecordingGateway } from '../../support/service/recording-gateway.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/** Pages of other origins may do everything with a token that it may, and nothing with a cookie. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const token = await createToken(ada)
const origin = 'https://dashboard.example'

const paths = [...new Set(allOperations.map(({ path }) => path))].filter((path) => path.startsWith('/v1/'))
const protocolPaths = [
  '/mcp',
  '/mcp/work',
  oauthPaths.token,
  oauthPaths.register,
  oauthPaths.revoke,
  oauthPaths.metadata,
  oauthPaths.resource,
  oauthPaths.mcpResource,
  '/.well-known/openid-configuration',
  '/openapi.json',
  '/llms.txt',
]

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Sends a request as a browser does for a page of another origin. */
const send = (path: string, init: Init = {}, at = service.origin) =>
  fetch(at + path, { redirect: 'manual', ...init, headers: { origin, ...init.headers } })

const sharing = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const exposed = [
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
]
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringMatching(new RegExp(exposed.join('.*'))),
}

describe('a browser that asks first', () => {
  it.each([...paths, ...protocolPaths, '/v1/nothing'])('%s: is allowed', async (path) => {
    const response = await send(pathOf({ path } as Operation), {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,x-other',
      },
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    const { 'access-control-allow-headers': headers = '', ...others } = sharing(response)
    expect(others).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '7200',
    })
    expect(others).not.toHaveProperty('access-control-allow-credentials')
    // A wildcard stands for every header but this one.
    expect(headers.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'idempotency-key', 'mcp-protocol-version', '*']),
    )
  })

  it.each(['/', '/sign-in', '/health', oauthPaths.authorize])('%s: is not', async (path) => {
    const response = await send(path, { method: 'OPTIONS' })
    expect([404, 405]).toContain(response.status)
    expect(sharing(response)).toEqual({})
  })
})

describe('a request with a token and without a cookie', () => {
  it.each(allOperations.filter(({ path }) => path.startsWith('/v1/')))(
    '$id: the response is for all',
    async (operation) => {
      const { method, body } = operation
      const response = await send(pathOf(operation), {
        method,
        headers: { ...bearer(token.secret), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: '{"unknown":1}' }),
      })
      expect(sharing(response)).toEqual(openToAll)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it('creates, and sees that a repeated request wrote nothing', async () => {
    const create = () =>
      send('/v1/goals', {
        method: 'POST',
        headers: {
          ...bearer(token.secret),
          'content-type': 'application/json',
          'idempotency-key': 'from-a-page',
        },
        body: JSON.stringify(minimalGoal),
      })
    expect((await create()).status).toBe(201)
    const repeated = await create()
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(sharing(repeated)).toEqual(openToAll)
  })

  const json = { 'content-type': 'application/json' }
  const wide = 'x'.repeat(300 * 1024)
  it.each<[number, string, Init]>([
    [400, '/v1/goals?limit=x', {}],
    [401, '/v1/me', { headers: bearer(mistyped(token.secret)) }],
    [401, '/v1/auth/session', {}],
    [403, '/v1/auth/login', { method: 'POST', headers: json, body: '{}' }],
    [404, `/v1/goals/${unknownId}`, {}],
    [404, '/v1/nothing', {}],
    [405, '/v1/me', { method: 'DELETE' }],
    [405, '/mcp', {}],
    [405, '/mcp/work', {}],
    [413, '/v1/goals', { method: 'POST', headers: json, body: wide }],
    [413, '/v1/goals', { method: 'POST', headers: json, body: wide.repeat(21) }],
    [415, '/v1/goals', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ])('%i of %s %j: is readable', async (status, path, init) => {
    const response = await send(path, { ...init, headers: { ...bearer(token.secret), ...init.headers } })
    expect(response.status).toBe(status)
    expect(sharing(response)).toEqual(openToAll)
  })

  it('429: is readable, with the time to wait', async () => {
    const strict = stopAfterFile(
      await startTestService({
        table: service.table,
        background: false,
        environment: { RATE_LIMITS: 'request.token=1', WEB_ORIGIN: service.origin },
      }),
    )
    for (let count = 0; count < 2; count++) {
      await send('/v1/me', { headers: bearer(token.secret) }, strict.origin)
    }
    const refused = await send('/v1/me', { headers: bearer(token.secret) }, strict.origin)
    expect([refused.status, sharing(refused)]).toEqual([429, openToAll])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('500 of the gateway itself: is readable, unless there is a cookie', async () => {
    const recording = await startRecordingGateway()
    recording.respondWith(() => Promise.reject(new Error('Broken')))
    const failed = await send('/v1/me', { headers: bearer('x') }, recording.origin)
    expect([failed.status, sharing(failed)]).toEqual([500, openToAll])
    const withCookie = await send('/v1/me', { headers: { cookie: 'a=b' } }, recording.origin)
    expect([withCookie.status, sharing(withCookie)]).toEqual([500, {}])
    await recording.gateway.close(0)
  })

  it('503 of the gateway itself: is readable, with the time to wait, unless there is a cookie', async () => {
    const recording = await startRecordingGateway()
    // As after a handler that took too long.
    recording.respondWith(async () => undefined as never)
    const failed = await send('/v1/me', { headers: bearer('x') }, recording.origin)
    expect([failed.status, sharing(failed)]).toEqual([503, openToAll])
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
    const withCookie = await send('/v1/me', { headers: { cookie: 'a=b' } }, recording.origin)
    expect([withCookie.status, sharing(withCookie)]).toEqual([503, {}])
    await recording.gateway.close(0)
  })
})

describe('a request with a cookie', () => {
  const { cookie } = ada

  it.each(allOperations.filter(({ method, cacheControl }) => method === 'GET' && !cacheControl))(
    '$id: no other page may read the response, with a token or without',
    async (operation) => {
      for (const headers of [{ cookie }, { cookie, ...bearer(token.secret) }]) {
        expect(sharing(await send(pathOf(operation), { headers }))).toEqual({})
      }
    },
  )

  it.each(allOperations.filter(({ credential, method }) => credential !== 'none' && method !== 'GET'))(
    '$id: changes nothing without a token, and no other page may read why',
    async (operation) => {
      const { method } = operation
      const refused = await send(pathOf(operation), { method, headers: { cookie } })
      expect([refused.status, sharing(refused)]).toEqual([403, {}])
      expect(await refused.json()).toMatchObject({ error: 'origin_not_allowed' })
    },
  )

  it('a wrong token is wrong beside the cookie of somebody who is signed in', async () => {
    const headers = { cookie, ...bearer(mistyped(token.secret)) }
    const response = await send('/v1/me', { headers })
    expect([response.status, sharing(response)]).toEqual([401, {}])
  })

  it.each(['/mcp', '/mcp/work'])('%s: is refused from another origin, even with a token', async (path) => {
    const response = await send(path, { method: 'POST', headers: { cookie, ...bearer(token.secret) } })
    expect([response.status, sharing(response)]).toEqual([403, {}])
  })

  it.each(protocolPaths.filter((path) => !path.startsWith('/mcp')))('%s: does not count', async (path) => {
    const method = /\/oauth\//.test(path) ? 'POST' : 'GET'
    const [plain, withCookie] = await Promise.all([
      send(path, { method }),
      send(path, { method, headers: { cookie } }),
    ])
    expect(sharing(withCookie)).toEqual(openToAll)
    expect([withCookie.status, withCookie.headers.getSetCookie()]).toEqual([plain.status, []])
    expect(await withCookie.text()).toBe(await plain.text())
  })
})

describe('a request without token and cookie', () => {
  it('is told that it needs a token', async () => {
    for (const path of ['/v1/me', '/v1/goals']) {
      const response = await send(path)
      expect([response.status, sharing(response)]).toEqual([401, openToAll])
    }
    const response = await send('/mcp', { method: 'POST' })
    expect([response.status, sharing(response)]).toEqual([401, openToAll])
    expect(response.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp')
  })

  it('reads what is the same for everybody', async () => {
    for (const path of ['/v1/auth/config', '/v1/api-token-scopes']) {
      expect(sharing(await send(path))).toEqual(openToAll)
    }
  })

  it('of a person whom a proxy recognizes by other means is not shared', async () => {
    const proxied = stopAfterFile(await startTestService({ environment: proxyEnvironment }))
    for (const path of ['/v1/auth/session', '/v1/goals', '/v1/auth/state', `/v1/goals/${unknownId}`]) {
      const headers = signed(assertionFor({ method: 'GET', path }, new Date()))
      const response = await send(path, { headers: headers as Record<string, string> }, proxied.origin)
      expect([200, 404], path).toContain(response.status)
      expect(sharing(response), path).toEqual({})
    }
  })
})

it('behind the distribution, which allows all origins where nothing is said, other responses name our own', async () => {
  const secret = 'd'.repeat(32)
  const behind = stopAfterFile(
    await startTestService({
      table: service.table,
      background: false,
      environment: { ORIGIN_VERIFY_SECRET: secret, WEB_ORIGIN: service.origin },
    }),
  )
  const through = { 'x-origin-verify': secret }
  for (const path of ['/v1/goals', '/v1/nothing', '/health', `${oauthPaths.authorize}?client_id=x`]) {
    const response = await send(path, { headers: { ...through, cookie: ada.cookie } }, behind.origin)
    expect(sharing(response), path).toEqual({ 'access-control-allow-origin': service.origin })
  }
  const open = await send('/v1/goals', { headers: { ...through, ...bearer(token.secret) } }, behind.origin)
  expect([open.status, sharing(open)]).toEqual([200, openToAll])
})

it('a program in a page gets its tokens refused readably, and registers', async () => {
  const clientId = await registerProgram(service.origin)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId })
  const refused = await send(oauthPaths.token, { method: 'POST', headers: form, body })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: expect.any(String) },
  ])
  expect(sharing(refused)).toEqual(openToAll)
  const registered = await send(oauthPaths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Inspector', redirect_uris: [`${origin}/callback`] }),
  })
  expect([registered.status, sharing(registered)]).toEqual([201, openToAll])
})
