import { signAssertion, signatureOf } from '@cairn/example-proxy'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import {
  ada,
  assertionFor,
  previousSecret,
  proxyEnvironment,
  secret,
  signed,
  signedJson,
  withField,
} from './support/assertions.ts'
import { createClock } from './support/clock.ts'
import { createSend, type RequestHeaders, refusal } from './support/send.ts'

const clock = createClock()
const session = { method: 'GET', path: '/v1/auth/session' }

const service = stopAfterFile(
  await startTestService({
    clock: clock.read,
    environment: { ...proxyEnvironment, AUTH_PROXY_SECRET_PREVIOUS: previousSecret },
  }),
)
const send = createSend(service.origin)

beforeEach(() => clock.reset())

/** Reads the session with these headers. */
const readSession = (headers: RequestHeaders) => send('GET', session.path, { headers })

describe('the signature', () => {
  it('is the HMAC-SHA-256 of the encoded assertion, in base64url', () => {
    // printf '{"version":1}' | basenc --base64url; printf eyJ2ZXJzaW9uIjoxfQ | openssl dgst -sha256 -hmac <key> -binary
    const key = '0123456789abcdef0123456789abcdef'
    const text = Buffer.from('{"version":1}').toString('base64url')
    expect(text).toBe('eyJ2ZXJzaW9uIjoxfQ')
    expect(signatureOf(text, key)).toBe('ueUQTMIp1yiUMraAE0_eYXz66T7ljAQOphDfFI_MlLg')
  })

  it('200s with the current and the previous secret, and 401s with a third', async () => {
    const assertion = assertionFor(session, clock.read())
    expect(await readSession(signed(assertion, secret))).toMatchObject({ status: 200 })
    expect(await readSession(signed(assertion, previousSecret))).toMatchObject({ status: 200 })
    const third = signed(assertion, 'neither of the two secrets, but as long')
    expect(await readSession(third)).toMatchObject(refusal('unauthorized'))
  })
})

describe('the age of an assertion', () => {
  it.each([
    [0, 200],
    [-30, 200],
    [-31, 401],
    [-3600, 401],
    [5, 200],
    [6, 401],
    [3600, 401],
  ])('issued %i s from now: %i', async (seconds, status) => {
    const now = clock.read()
    const iat = Math.floor(now.getTime() / 1000) + seconds
    expect(await readSession(signed({ ...assertionFor(session, now), iat }))).toMatchObject({ status })
  })

  it('200s at 30 s by the clock of the service, and 401s a millisecond later', async () => {
    const headers = signed(assertionFor(session, clock.read()))
    clock.advance(30_000)
    expect(await readSession(headers)).toMatchObject({ status: 200 })
    clock.advance(1)
    expect(await readSession(headers)).toMatchObject(refusal('unauthorized'))
  })
})

describe('the user', () => {
  it('200s with the canonical user only, whatever else the assertion contains', async () => {
    const assertion = assertionFor(session, clock.read())
    const more = {
      ...assertion,
      role: 'owner',
      nbf: 0,
      exp: 0,
      organizations: ['all'],
      user: { ...assertion.user, admin: true, picture: 'https://proxy.test/ada.png' },
    }
    const { body } = await readSession(signedJson(more))
    expect(body).toEqual({
      user: ada,
      activeOrganizationId: expect.any(String),
      organizations: [{ id: expect.any(String), name: 'Ada Lovelace', role: 'owner' }],
    })
  })

  it.each([
    ['user.displayName', 'Ада Λ 😀'],
    ['user.id', 'x'],
    ['user.id', 'a/b?c#d e%2F😀'.padEnd(200, 'z')],
    ['user.email', 'ada+tag@example.co.uk'],
    ['user.email', 'jörg@bücher.example'],
    ['user.email', 'ada@intranet'],
    ['user.email', '"ada lovelace"@example.com'],
  ])('200s with %s %j unchanged', async (path, value) => {
    const assertion = {
      ...assertionFor(session, clock.read()),
      user: { ...assertionFor(session, clock.read()).user, id: `${path}:1` },
    }
    const { status, body } = await readSession(signedJson(withField(assertion, path, value)))
    expect(status).toBe(200)
    expect((body as { user: Record<string, string> }).user[path.replace('user.', '')]).toBe(value)
  })

  it('loses control and direction characters from the display name', async () => {
    const headers = signed(
      assertionFor(session, clock.read(), { ...ada, id: 'google:esc', displayName: 'A\u001bd\u202ea\u0000' }),
    )
    expect((await readSession(headers)).body).toMatchObject({
      user: { displayName: 'Ada' },
      organizations: [{ name: 'Ada' }],
    })
  })

  it('200s with the address in lower case, without turning it into another mailbox', async () => {
    const emailOf = async (email: string) => {
      const headers = signed(assertionFor(session, clock.read(), { ...ada, id: 'google:mail', email }))
      return ((await readSession(headers)).body as { user: { email: string } }).user.email
    }
    expect(await emailOf(' Ada@Example.COM ')).toBe('ada@example.com')
    expect(await emailOf('\u212Aelvin@example.com')).not.toBe('kelvin@example.com')
    expect(await emailOf('\uFEFFkelvin@example.com')).not.toBe('kelvin@example.com')
  })

  it('is another user if the id differs only in letter case', async () => {
    const contexts: unknown[] = []
    for (const id of ['google:case', 'google:CASE']) {
      const { body } = await readSession(signed(assertionFor(session, clock.read(), { ...ada, id })))
      contexts.push((body as { activeOrganizationId: string }).activeOrganizationId)
    }
    expect(contexts[0]).not.toBe(contexts[1])
  })
})

describe('the path', () => {
  const member = '/v1/organizations/current/members/'
  /** 400 and 404 come from the request itself, after the assertion is accepted. */
  it.each([
    ['GET', '/v1/goals?limit=1', 200],
    ['GET', '/v1/goals?ownerUserId=a%2Fb%20c+d', 200],
    ['GET', '/v1/goals?ownerUserId=a&ownerUserId=b', 400],
    ['GET', '/v1/goals?ownerUserId=%C3%A9&limit=5', 200],
    ['GET', '/v1/goals?status=active&status=active', 400],
    ['GET', '/v1/goals/a%2Fb', 404],
    ['GET', '/v1/goals/%3A%20%25', 404],
    ['PATCH', `${member}google%3A1%2F2`, 400],
    ['PATCH', `${member}google:1`, 400],
    ['PATCH', `${member}two%20words%3Fx=1?a=b`, 400],
    ['PATCH', `${member}%`, 400],
  ])('%s %s is accepted in an assertion for exactly that: %i', async (method, path, status) => {
    const exchange = {
      headers: signed(assertionFor({ method, path }, clock.read())),
      body: { role: 'admin' },
    }
    expect(
      await send(method, path, method === 'GET' ? { headers: exchange.headers } : exchange),
    ).toMatchObject({ status })
  })

  it.each([
    ['/v1/goals/a%2Fb', '/v1/goals/a/b'],
    ['/v1/goals/a%2Fb', '/v1/goals/a%2fb'],
    ['/v1/goals/a%3Ab', '/v1/goals/a:b'],
    ['/v1/goals/a:b', '/v1/goals/a%3Ab'],
    ['/v1/goals/a%20b', '/v1/goals/a b'],
    ['/v1/goals/a%20b', '/v1/goals/a+b'],
    ['/v1/goals/%61', '/v1/goals/a'],
    ['/v1/goals?limit=1', '/v1/goals%3Flimit=1'],
    ['/v1/goals?limit=1', '/v1/goals?limit=1&'],
    ['/v1/goals?limit=1', '/v1/goals?limit=1#'],
    ['/v1/goals?limit=1', '/v1/goals?limit=01'],
    ['/v1/goals?a=1&b=2', '/v1/goals?b=2&a=1'],
    ['/v1/goals?a=1&a=2', '/v1/goals?a=1,2'],
    ['/v1/goals?a=1&a=2', '/v1/goals?a=2&a=1'],
    ['/v1/goals?a=1&a=2', '/v1/goals?a=1'],
    ['/v1/goals?a=b%20c', '/v1/goals?a=b+c'],
    ['/v1/goals?a=b%20c', '/v1/goals?a=b c'],
    ['/v1/goals?a=%3A', '/v1/goals?a=:'],
  ])('%s is refused with an assertion for %s: 401', async (path, asserted) => {
    const headers = signed(assertionFor({ method: 'GET', path: asserted }, clock.read()))
    expect(await send('GET', path, { headers })).toMatchObject(refusal('unauthorized'))
  })

  it('of one mutation is refused with another: 401', async () => {
    const publish = { method: 'POST', path: '/v1/goals' }
    const headers = signed(assertionFor(publish, clock.read()))
    expect(await send('POST', '/v1/goal-labels', { headers, body: { name: 'A' } })).toMatchObject(
      refusal('unauthorized'),
    )
    expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('unauthorized'))
    const body = { detailedDescription: 'Found a number.', timeframe: { kind: 'continuous' } }
    expect(await send('POST', '/v1/goals', { headers, body })).toMatchObject({ status: 201 })
  })
})

describe('the header word', () => {
  it('200s if it is the configured one, and 401s if it is that of another deployment', async () => {
    const acme = await startTestService({
      clock: clock.read,
      environment: { ...proxyEnvironment, AUTH_PROXY_HEADER_WORD: 'acme' },
    })
    try {
      const { assertion, signature } = signAssertion(assertionFor(session, clock.read()), secret)
      const readSessionWith = (word: string) => {
        const headers = { [`X-${word}-Auth-Assertion`]: assertion, [`X-${word}-Auth-Signature`]: signature }
        return createSend(acme.origin)('GET', session.path, { headers })
      }
      expect(await readSessionWith('Acme')).toMatchObject({ status: 200 })
      expect(await readSessionWith('Service')).toMatchObject(refusal('unauthorized'))
    } finally {
      await acme.stop()
    }
  })
})
