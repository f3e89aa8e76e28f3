import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  cookieOf,
  logIn,
  mailedToken,
  password,
  register,
  verify,
} from '../../../support/people/accounts.ts'
import { countPasswordHashes } from '../../../support/people/count-password-hashes.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { operationsOf } from '../../../support/service/engine-call.ts'
import { countingQuiet, startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const send = createSend(service)
await register(send, { email: 'ada@example.com', displayName: 'Ada' })
await verify(send, mailedToken(service, 'ada@example.com'))
await register(send, { email: 'unverified@example.com', displayName: 'Eve' })

describe('login', () => {
  it('200s with a session cookie and the address of the home page', async () => {
    const response = await logIn(send, 'ada@example.com')
    expect(response).toMatchObject({ status: 200, body: { redirectTo: `${service.origin}/home` } })
    const session = await createSend(service, { cookie: cookieOf(response) })('GET', '/v1/auth/session')
    expect(session).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com' } } })
  })

  it('200s on the address in another case and with spaces around it', async () => {
    expect(await logIn(send, '  ADA@Example.com ')).toMatchObject({ status: 200 })
  })

  it('gives every session a value of its own', async () => {
    const cookies = await Promise.all(
      [1, 2, 3].map(async () => cookieOf(await logIn(send, 'ada@example.com'))),
    )
    expect(new Set(cookies).size).toBe(3)
  })

  describe('from a browser that holds a session', () => {
    const sessionWith = (cookie: string) => createSend(service, { cookie })('GET', '/v1/auth/session')

    it('ends that session, and no other', async () => {
      const [previous, other] = [
        cookieOf(await logIn(send, 'ada@example.com')),
        cookieOf(await logIn(send, 'ada@example.com')),
      ]
      const response = await logIn(createSend(service, { cookie: previous }), 'ada@example.com')
      expect(response.status).toBe(200)
      expect(cookieOf(response)).not.toBe(previous)
      expect(await sessionWith(previous)).toMatchObject(refusal('unauthorized'))
      expect(await sessionWith(cookieOf(response))).toMatchObject({ status: 200 })
      expect(await sessionWith(other)).toMatchObject({ status: 200 })
    })

    it('ends it also if it is that of somebody else', async () => {
      await register(send, { email: 'bob@example.com', displayName: 'Bob' })
      await verify(send, mailedToken(service, 'bob@example.com'))
      const previous = cookieOf(await logIn(send, 'bob@example.com'))
      await logIn(createSend(service, { cookie: previous }), 'ada@example.com')
      expect(await sessionWith(previous)).toMatchObject(refusal('unauthorized'))
    })

    it('keeps it if the password is wrong', async () => {
      const previous = cookieOf(await logIn(send, 'ada@example.com'))
      const refused = await logIn(
        createSend(service, { cookie: previous }),
        'ada@example.com',
        'wrong horse battery',
      )
      expect(refused).toMatchObject(refusal('invalid_credentials'))
      expect(await sessionWith(previous)).toMatchObject({ status: 200 })
    })

    it('takes no round trip more', async () => {
      proxy.setQuiet(countingQuiet)
      proxy.reset()
      const previous = cookieOf(await logIn(send, 'ada@example.com'))
      const without = proxy.waves
      proxy.reset()
      await logIn(createSend(service, { cookie: previous }), 'ada@example.com')
      proxy.setQuiet(0)
      expect(proxy.waves).toBeLessThanOrEqual(without)
    })

    it.each(['nothing', 'session=', '__Host-session=x.y'])('ignores the cookie %j', async (cookie) => {
      expect(await logIn(createSend(service, { cookie }), 'ada@example.com')).toMatchObject({ status: 200 })
    })
  })
})

describe('a failed login', () => {
  const failures: [string, string, string][] = [
    ['an unknown address', 'nobody@example.com', password],
    ['a wrong password', 'ada@example.com', 'wrong horse battery'],
    ['a password that is too short', 'ada@example.com', 'x'],
    ['the password with spaces around it', 'ada@example.com', ` ${password} `],
    ['the password in another case', 'ada@example.com', password.toUpperCase()],
    ['an unverified account', 'unverified@example.com', password],
    ['an unverified account and a wrong password', 'unverified@example.com', 'wrong horse battery'],
  ]

  it.each(failures)('401s on %s, without a cookie', async (_, email, secret) => {
    const response = await logIn(send, email, secret)
    expect(response).toMatchObject(refusal('invalid_credentials'))
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('returns the same bytes with the same work, whatever the reason', async () => {
    const observations: unknown[] = []
    proxy.setQuiet(countingQuiet)
    for (const [, email, secret] of failures) {
      proxy.reset()
      const hashes = countPasswordHashes()
      const response = bytesOf(await logIn(send, email, secret))
      const calls = operationsOf(proxy.calls)
      observations.push({ response, calls, waves: proxy.waves, hashes: hashes.stop() })
    }
    proxy.setQuiet(0)
    for (const observation of observations) expect(observation).toEqual(observations[0])
  })
})

describe('the cookie', () => {
  const thirtyDaysSeconds = 30 * 24 * 60 * 60

  /** Name, value and attributes, the names in lower case. */
  function parseCookie(text: string | undefined) {
    const [pair = '', ...attributes] = (text ?? '').split(/; */)
    const [name = '', value = ''] = pair.split('=')
    const parsed = attributes.map((attribute) => attribute.split('=') as [string, string?])
    return {
      name,
      value,
      attributes: Object.fromEntries(parsed.map(([key, text = true]) => [key.toLowerCase(), text])),
    }
  }

  /** Signs in on another web origin with the same table, where Ada has an account. */
  async function setCookieOn(webOrigin: string) {
    const other = await startTestService({
      table,
      endpoint: proxy.endpoint,
      environment: { WEB_ORIGIN: webOrigin },
    })
    try {
      const response = await logIn(createSend(other, { webOrigin }), 'ada@example.com')
      const cookie = cookieOf(response)
      const statusWith = async (sent: string) =>
        (await createSend(other, { webOrigin, cookie: sent })('GET', '/v1/auth/session')).status
      const statuses = {
        own: await statusWith(cookie),
        plain: await statusWith(cookie.replace(/^.*?=/, 'session=')),
        // RFC 6265, 5.4: several cookies in one header.
        among: await statusWith(`a=1; ${cookie}; b=2`),
      }
      const left = await createSend(other, { webOrigin, cookie })('POST', '/v1/auth/logout')
      return {
        set: response.headers.getSetCookie(),
        cleared: left.headers.getSetCookie(),
        body: response.body,
        statuses,
      }
    } finally {
      await other.stop()
    }
  }

  it('is "session" on http://localhost: HttpOnly, SameSite=Lax, Path=/, 30 days, for this host only', async () => {
    const set = (await logIn(send, 'ada@example.com')).headers.getSetCookie()
    expect(set).toHaveLength(1)
    const { name, value, attributes } = parseCookie(set[0])
    expect(name).toBe('session')
    expect(value).toMatch(/[\w-]{43}$/)
    expect(attributes).toEqual({
      httponly: true,
      samesite: 'Lax',
      path: '/',
      'max-age': String(thirtyDaysSeconds),
    })
  })

  it('is "__Host-session" with Secure on https, and nothing else is read', async () => {
    const webOrigin = 'https://cairn.example.com'
    const { set, cleared, body, statuses } = await setCookieOn(webOrigin)
    expect(set).toHaveLength(1)
    const { name, attributes } = parseCookie(set[0])
    expect(name).toBe('__Host-session')
    expect(attributes).toEqual({
      httponly: true,
      samesite: 'Lax',
      path: '/',
      secure: true,
      'max-age': String(thirtyDaysSeconds),
    })
    expect(body).toEqual({ redirectTo: `${webOrigin}/home` })
    expect(statuses).toEqual({ own: 200, plain: 401, among: 200 })
    // Browsers ignore a change of a `__Host-` cookie without Secure or Path=/ (RFC 6265bis, 4.1.3.2).
    expect(parseCookie(cleared[0])).toEqual({
      name,
      value: '',
      attributes: { ...attributes, 'max-age': '0' },
    })
  })

  it.each(['https://localhost:3000', 'http://127.0.0.1:3000', 'http://localhost.evil.test'])(
    'is "__Host-session" with Secure also on %s',
    async (webOrigin) => {
      const { set } = await setCookieOn(webOrigin)
      const { name, attributes } = parseCookie(set[0])
      expect([name, attributes.secure]).toEqual(['__Host-session', true])
    },
  )
})
