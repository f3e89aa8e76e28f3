import { allOperations, isMutation, type Operation, requiresCredential } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { cookieOf, logIn, password } from '../../support/people/accounts.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { sendOne } from './support/wire.ts'

/** More than one credential in a request, and credentials in places where the service does not look. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
const browser = createSend(service, ada)
const anonymous = createSend(service)
const reader = await createToken(bob, ['goals:read'])

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])
const forTokens = rows(({ credential }) => credential === 'session_or_token')
const forSessions = rows(({ credential }) => credential === 'session')

describe('a session and an API token in one request', () => {
  it.each(forTokens)('%s uses the token: the session adds nothing to its scopes', async (_, operation) => {
    if (operation.credential !== 'session_or_token') return
    const isReading = operation.scopes.includes('goals:read')
    const response = await browser(operation.method, pathOf(operation), {
      ...(operation.body && { rawBody: '{' }),
      headers: bearer(reader.secret),
    })
    if (!isReading) expect(response).toMatchObject(refusal('insufficient_scope'))
    else expect(response.status).toBe(operation.params ? 404 : 200)
  })

  it.each(forSessions)(
    '%s 401s: the Authorization header wins, and it holds no session',
    async (_, operation) => {
      const response = await browser(operation.method, pathOf(operation), { headers: bearer(reader.secret) })
      expect(response).toMatchObject(refusal('unauthorized'))
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it.each(rows((operation) => operation.credential === 'session_or_token' && isMutation(operation)))(
    '%s 403s a session with a foreign Origin, whatever header looks like Authorization',
    async (_, operation) => {
      for (const name of ['proxy-authorization', 'x-authorization', 'authentication', 'x-api-key']) {
        const response = await browser(operation.method, pathOf(operation), {
          headers: { origin: 'https://evil.test', [name]: `Bearer ${reader.secret}` },
        })
        expect(response).toMatchObject(refusal('origin_not_allowed'))
      }
    },
  )
})

const wire = (path: string, ...lines: string[]) =>
  sendOne(service, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines])

describe('two Authorization headers', () => {
  it.each([
    ['the same token twice', (good: string) => [good, good]],
    ['the valid one first', (good: string) => [good, 'Authorization: Bearer cairn_x']],
    ['the valid one last', (good: string) => ['Authorization: Bearer cairn_x', good]],
    ['an empty one first', (good: string) => ['Authorization:', good]],
    ['an empty one last', (good: string) => [good, 'Authorization:']],
    ['one in another letter case', (good: string) => [good, good.replace('Authorization', 'AUTHORIZATION')]],
    ['one of another scheme', (good: string) => ['Authorization: Basic YWRhOmFkYQ==', good]],
  ])('401 with %s, whatever the cookie', async (_, linesOf) => {
    const lines = linesOf(`Authorization: Bearer ${reader.secret}`)
    for (const cookie of [[], [`Cookie: ${ada.cookie}`]]) {
      const response = await wire('/v1/goals', ...lines, ...cookie)
      expect(response.status).toBe(401)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it('cannot be reduced or removed by naming them in Connection', async () => {
    for (const connection of [
      'authorization',
      'Authorization, cookie',
      'close, authorization',
      'keep-alive, origin',
    ]) {
      const bad = await wire(
        '/v1/goals',
        'Authorization: Bearer cairn_x',
        `Cookie: ${ada.cookie}`,
        `Connection: ${connection}`,
      )
      expect(bad.status, connection).toBe(401)
      const good = await wire('/v1/auth/session', `Cookie: ${ada.cookie}`, `Connection: ${connection}`)
      expect(good.status, connection).toBe(200)
    }
    const foreign = await sendOne(service, [
      'POST /v1/auth/logout HTTP/1.1',
      'Host: localhost',
      'Origin: https://evil.test',
      `Cookie: ${ada.cookie}`,
      'Connection: origin',
      'Content-Length: 0',
    ])
    expect(foreign.status).toBe(403)
    expect((await wire('/v1/auth/session', `Cookie: ${ada.cookie}`)).status).toBe(200)
  })
})

describe('several session cookies', () => {
  const unknown = `session=00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`

  it('401 if they differ, in any order: a planted cookie signs nobody in', async () => {
    const planted = [bob.cookie, unknown, 'session=', 'session=x']
    for (const other of planted) {
      for (const lines of [
        [`Cookie: ${other}; ${ada.cookie}`],
        [`Cookie: ${ada.cookie}; ${other}`],
        [`Cookie: ${other}`, `Cookie: ${ada.cookie}`],
        [`Cookie: ${ada.cookie}; a=b`, `cookie: ${other}`],
      ]) {
        const response = await wire('/v1/auth/session', ...lines)
        expect(response.status, lines.join(' ')).toBe(401)
        expect(response.body).not.toContain('@example.com')
      }
    }
  })

  it('200 if they are identical', async () => {
    const response = await wire('/v1/auth/session', `Cookie: ${ada.cookie}; a=b; ${ada.cookie}`)
    expect(JSON.parse(response.body).user.email).toBe(ada.email)
  })

  it('are replaced by a new session at sign-in', async () => {
    const response = await createSend(service, { cookie: bob.cookie })('POST', '/v1/auth/login', {
      body: { email: ada.email, password },
    })
    const cookie = cookieOf(response)
    expect([ada.cookie, bob.cookie]).not.toContain(cookie)
    const session = await wire('/v1/auth/session', `Cookie: ${cookie}`)
    expect(JSON.parse(session.body).user.email).toBe(ada.email)
  })
})

describe('a session cookie with another name or in another form', () => {
  it.each([
    ['the prefixed name', (value: string) => `__Host-session=${value}`],
    ['another letter case', (value: string) => `Session=${value}`],
    ['a longer name', (value: string) => `session2=${value}`],
    ['a prefix of the name', (value: string) => `sess=${value}`],
    ['quotes', (value: string) => `session="${value}"`],
    ['percent-encoding', (value: string) => `session=${value.replace('.', '%2E')}`],
    ['spaces around the equals sign', (value: string) => `session = ${value}`],
    ['a comma as separator', (value: string) => `a=b, session=${value}`],
    ['the $Version syntax of RFC 2965', (value: string) => `$Version=1, session=${value}`],
    ['no name', (value: string) => `=${value}`],
  ])('401s with %s', async (_, cookieOfValue) => {
    const response = await wire(
      '/v1/auth/session',
      `Cookie: ${cookieOfValue(ada.cookie.slice('session='.length))}`,
    )
    expect(response.status).toBe(401)
  })

  it('401s every name but __Host-session on https, and ignores other names beside it', async () => {
    const secure = await startTestService({
      table: service.table,
      environment: { WEB_ORIGIN: 'https://cairn.test' },
    })
    try {
      const send = createSend(secure, { webOrigin: 'https://cairn.test' })
      const cookie = cookieOf(await logIn(send, ada.email))
      expect(cookie).toMatch(/^__Host-session=/)
      const value = cookie.slice('__Host-session='.length)
      const readSession = (header: string) => send('GET', '/v1/auth/session', { headers: { cookie: header } })
      expect(await readSession(`session=${value}`)).toMatchObject(refusal('unauthorized'))
      expect(await readSession(`__host-session=${value}`)).toMatchObject(refusal('unauthorized'))
      expect(await readSession(`__Secure-session=${value}`)).toMatchObject(refusal('unauthorized'))
      // A sibling host can plant only a cookie without the prefix.
      expect(await readSession(`session=planted; ${cookie}`)).toMatchObject({ status: 200 })
    } finally {
      await secure.stop()
    }
  })
})

describe('a misplaced credential', () => {
  it.each(rows((operation) => operation.method === 'GET' && requiresCredential(operation)))(
    'in the query is refused by %s: 401',
    async (_, operation) => {
      const value = encodeURIComponent(ada.cookie.slice('session='.length))
      for (const query of [
        `session=${value}`,
        `access_token=${reader.secret}`,
        `authorization=Bearer+${reader.secret}`,
      ]) {
        expect(await anonymous('GET', `${pathOf(operation)}?${query}`)).toMatchObject(refusal('unauthorized'))
      }
    },
  )

  it('in another cookie, in a body or in the place of the other credential is refused: 401', async () => {
    const session = ada.cookie.slice('session='.length)
    expect((await wire('/v1/goals', `Cookie: authorization=Bearer ${reader.secret}`)).status).toBe(401)
    expect((await wire('/v1/goals', `Cookie: session=${reader.secret}`)).status).toBe(401)
    expect((await wire('/v1/goals', `Authorization: Bearer ${session}`)).status).toBe(401)
    expect((await wire('/v1/goals', `Authorization: session=${session}`)).status).toBe(401)
    expect((await wire('/v1/goals', `Authorization: Basic ${btoa(`x:${reader.secret}`)}`)).status).toBe(401)
    expect(
      await anonymous('POST', '/v1/goals', { body: { access_token: reader.secret, session } }),
    ).toMatchObject(refusal('unauthorized'))
  })
})
