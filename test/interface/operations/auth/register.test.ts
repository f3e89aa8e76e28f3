import { beforeAll, describe, expect, it } from 'vitest'
import {
  bytesOf,
  cookieOf,
  logIn,
  mailedToken,
  password,
  register,
  verify,
} from '../../../support/people/accounts.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
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

const emailsTo = (email: string) => emailsIn(service.lines, email)

describe('registration', () => {
  it('202s with the normalized address and emails one link with its token in the fragment', async () => {
    const response = await register(send, { email: '  Ada.Lovelace@Example.COM ', displayName: 'Ada' })
    expect(response.status).toBe(202)
    expect(response.body).toEqual({ emailVerificationRequired: true, email: 'ada.lovelace@example.com' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^registration=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/),
    ])
    const [sent, ...others] = emailsTo('ada.lovelace@example.com')
    expect(others).toEqual([])
    const link = new URL(sent?.link ?? '')
    expect(link.origin + link.pathname + link.search).toBe(`${service.origin}/verify-email`)
    expect(link.hash).toMatch(/^#token=[\w%.~-]+$/)
  })

  it('sets another cookie each time, which is not a session', async () => {
    const responses = [1, 2, 3].map(() => register(send, { email: 'ida@example.com', displayName: 'Ida' }))
    const cookies = (await Promise.all(responses)).map(cookieOf)
    expect(new Set(cookies).size).toBe(3)
    for (const cookie of [...cookies, cookies[0]?.replace('registration', 'session')]) {
      expect(await send('GET', '/v1/auth/session', { headers: { cookie } })).toMatchObject(
        refusal('unauthorized'),
      )
    }
  })

  it('does not sign in: the new account is refused until it is verified', async () => {
    await register(send, { email: 'eve@example.com', displayName: 'Eve' })
    expect(await logIn(send, 'eve@example.com')).toMatchObject(refusal('invalid_credentials'))
    await verify(send, mailedToken(service, 'eve@example.com'))
    expect(await logIn(send, 'eve@example.com')).toMatchObject({ status: 200 })
  })

  it('returns the same bytes with the same work for an unknown, an unverified and a verified address', async () => {
    const email = 'grace@example.com'
    const registration = { email, displayName: 'Grace' }
    const observe = async () => {
      proxy.setQuiet(countingQuiet)
      proxy.reset()
      const response = bytesOf(await register(send, registration))
      proxy.setQuiet(0)
      return { response, calls: operationsOf(proxy.calls), waves: proxy.waves }
    }
    const unknown = await observe()
    const unverified = await observe()
    await verify(send, mailedToken(service, email))
    const verified = await observe()
    expect(JSON.stringify(unknown)).toContain('registration=43 random characters;')
    expect(unverified).toEqual(unknown)
    expect(verified).toEqual(unknown)
    expect(emailsTo(email)).toHaveLength(3)
  })
})

describe('registering an unverified address again', () => {
  const email = 'joan@example.com'
  const secondPassword = 'another horse battery'
  let firstToken: string

  beforeAll(async () => {
    await register(send, { email, displayName: 'Somebody' })
    firstToken = mailedToken(service, email)
    await register(send, { email, displayName: 'Joan Clarke', password: secondPassword })
  })

  it('400s the earlier link', async () => {
    expect(await verify(send, firstToken)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await logIn(send, email, secondPassword)).toMatchObject(refusal('invalid_credentials'))
  })

  it('accepts the later link, password and name, and 401s the earlier password', async () => {
    expect(await verify(send, mailedToken(service, email))).toMatchObject({ status: 200 })
    expect(await logIn(send, email, password)).toMatchObject(refusal('invalid_credentials'))
    const response = await logIn(send, email, secondPassword)
    const session = await createSend(service, { cookie: cookieOf(response) })('GET', '/v1/auth/session')
    expect(session.body).toMatchObject({ user: { displayName: 'Joan Clarke', email } })
  })
})

describe('registering a verified address again', () => {
  const email = 'mary@example.com'
  let cookie: string

  beforeAll(async () => {
    await register(send, { email, displayName: 'Mary Jackson' })
    await verify(send, mailedToken(service, email))
    cookie = cookieOf(await logIn(send, email))
    await register(send, { email: 'MARY@example.com', displayName: 'Mallory', password: 'somebody was here' })
  })

  it('changes neither password nor name and keeps sessions', async () => {
    expect(await logIn(send, email, 'somebody was here')).toMatchObject(refusal('invalid_credentials'))
    expect(await logIn(send, email)).toMatchObject({ status: 200 })
    const session = await createSend(service, { cookie })('GET', '/v1/auth/session')
    expect(session.body).toMatchObject({ user: { displayName: 'Mary Jackson', email } })
  })

  it('emails the owner a note without a verification link', () => {
    const [link, note, ...others] = emailsTo(email)
    expect(others).toEqual([])
    expect(link?.kind).toBe('email_verification')
    expect(note?.kind).not.toBe('email_verification')
    expect(JSON.stringify(note)).not.toMatch(/verify-email|token=/)
  })
})

describe('the fields', () => {
  /** 254 characters, the longest address allowed. */
  const longestEmail = `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(55)}.test`
  const good = { email: 'dorothy@example.com', password, displayName: 'Dorothy' }
  const attempt = (fields: object) => send('POST', '/v1/auth/register', { body: { ...good, ...fields } })

  it.each([
    ['a password of 12 characters', { password: 'twelve chars' }],
    ['a password of 12 emoji', { password: '😀'.repeat(12) }],
    ['a password of 512 emoji', { password: '😀'.repeat(512) }],
    ['a password of blanks', { password: ' '.repeat(12) }],
    ['a password with NUL', { password: `12345\u0000789012` }],
    ['a name of 100 emoji', { displayName: '😀'.repeat(100) }],
    ['a name of 100 characters between blanks', { displayName: `  ${'x'.repeat(100)}  ` }],
    ['a name from right to left', { displayName: 'עדה לאבלייס' }],
    ['an address of 254 characters', { email: longestEmail }],
    ['an address of 254 characters between blanks', { email: `  ${longestEmail}  ` }],
    ['a tagged address', { email: "o'neil+cairn@sub.example.com" }],
  ])('202s on %s', async (_, fields) => {
    expect(await attempt(fields)).toMatchObject({ status: 202 })
  })

  it.each([
    ['a password of 11 characters', { password: '12345678901' }, 'password'],
    ['a password of 11 emoji', { password: '😀'.repeat(11) }, 'password'],
    ['a password of 513 characters', { password: 'x'.repeat(513) }, 'password'],
    ['a password with half a surrogate pair', { password: `\ud83d${'x'.repeat(12)}` }, 'password'],
    ['a blank name', { displayName: ' \t\n ' }, 'displayName'],
    ['an empty name', { displayName: '' }, 'displayName'],
    ['a name of 101 characters', { displayName: 'x'.repeat(101) }, 'displayName'],
    ['a name with half a surrogate pair', { displayName: 'Ada \ude00' }, 'displayName'],
    ['an address of 255 characters', { email: `a${longestEmail}` }, 'email'],
    ['no address', { email: 'ada' }, 'email'],
    ['an address without a local part', { email: '@example.com' }, 'email'],
    ['two addresses', { email: 'ada@example.com,eve@example.com' }, 'email'],
    ['an address with a line break', { email: 'ada@example.com\nbcc: eve@example.com' }, 'email'],
    ['an address with half a surrogate pair', { email: 'ada\ud83d@example.com' }, 'email'],
    ['null', { displayName: null }, 'displayName'],
  ])('400s on %s', async (_, fields, path) => {
    expect(await attempt(fields)).toMatchObject(refusal('invalid_request', path))
  })

  it('names every field that is wrong', async () => {
    const response = await send('POST', '/v1/auth/register', {
      body: { email: 'x', password: 'x', extra: 1 },
    })
    expect(response).toMatchObject(refusal('invalid_request', 'email', 'password', 'displayName', 'extra'))
  })
})
