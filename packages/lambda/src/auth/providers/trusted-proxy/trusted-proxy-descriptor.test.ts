import { createHmac } from 'node:crypto'
import type { Context } from '@cairn/domain/requests/context'
import { describe, expect, test } from 'vitest'
import type { HttpEvent } from '../../../pipeline/event.ts'
import { createTrustedProxySessionReader } from './trusted-proxy-descriptor.ts'

const secret = 'thirty-two bytes, no more and no'
const now = new Date('2026-11-20T10:00:00.000Z')

const settings = {
  secrets: [Buffer.from(secret)],
  issuer: 'deployment',
  audience: 'environment',
  loginUrl: 'https://proxy.test/login',
  logoutUrl: 'https://proxy.test/logout',
  accountUrl: undefined,
  assertionHeader: 'assertion',
  signatureHeader: 'signature',
  pathsComeDecoded: false,
}
const content = {
  version: 1,
  iss: 'deployment',
  aud: 'environment',
  iat: now.getTime() / 1000,
  method: 'PATCH',
  path: '/v1/goals',
  sessionId: 'session',
  user: { id: 'google:1', displayName: 'Ada', email: 'ada@example.com', emailVerified: true },
}
const encode = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (assertion: string, key = secret) =>
  createHmac('sha256', key).update(assertion).digest('base64url')

/** Reads the session of a request with these headers. */
function read(headers: Record<string, string>, changes: object = {}, target: object = {}) {
  const event = {
    rawPath: '/v1/goals',
    rawQueryString: '',
    headers,
    requestContext: { http: { method: 'PATCH' } },
    ...target,
  } as unknown as HttpEvent
  return createTrustedProxySessionReader({ ...settings, ...changes }).read(event, now)
}

/** Reads the session that a signed text vouches for. */
const readSigned = (assertion: string, changes?: object, target?: object) =>
  read({ assertion, signature: sign(assertion) }, changes, target)

const isAccepted = async (
  pathsComeDecoded: boolean,
  path: string,
  rawPath: string,
  rawQueryString = '',
): Promise<boolean> =>
  (await readSigned(encode({ ...content, path }), { pathsComeDecoded }, { rawPath, rawQueryString })) !==
  undefined

const members = '/v1/organizations/current/members'

test.each([
  [`${members}/google%3A1`, `${members}/google%3A1`, ''],
  [`${members}/a?x=%2F&x=%20`, `${members}/a`, 'x=%2F&x=%20'],
])('accepts %s for the path that the local gateway passes on as sent', async (asserted, path, query) => {
  expect(await isAccepted(false, asserted, path, query)).toBe(true)
  expect(await isAccepted(true, asserted, path, query)).toBe(true)
})

// How API Gateway's HTTP APIs decode a path in `rawPath`. They do not decode the query.
test.each([
  [`${members}/google%3A1`, `${members}/google:1`, ''],
  [`${members}/a%20b%2Fc?x=%2F`, `${members}/a b/c`, 'x=%2F'],
  [`${members}/%C3%A9`, `${members}/é`, ''],
  [`${members}/a%253A`, `${members}/a%3A`, ''],
])('accepts %s for %s on Lambda only', async (asserted, path, query) => {
  expect(await isAccepted(true, asserted, path, query)).toBe(true)
  expect(await isAccepted(false, asserted, path, query)).toBe(false)
})

test.each([
  [`${members}/google%3A2`, `${members}/google:1`, ''],
  [`${members}/a%253A`, `${members}/a:`, ''],
  [`${members}/a%3Fx=1`, `${members}/a`, 'x=1'],
  [`${members}/a?x=1`, `${members}/a?x=1`, ''],
  [`${members}/a?x=%2F`, `${members}/a`, 'x=/'],
  [`${members}/a?x=1?y`, `${members}/a`, 'x=1'],
  [`${members}/a`, `${members}/a`, 'x=1'],
  [`${members}/%`, `${members}/a`, ''],
])('refuses %s for %s?%s on Lambda', async (asserted, path, query) => {
  expect(await isAccepted(true, asserted, path, query)).toBe(false)
})

describe('an assertion', () => {
  test('gives the session of its user, and nothing else that it says', async () => {
    const user = { ...content.user, displayName: ' Ada ', email: 'Ada@example.com', picture: 'x' }
    const claim = await readSigned(encode({ ...content, user, more: 1 }))
    expect(claim).toMatchObject({ userId: 'google:1', key: 'google:1' })
    expect(await claim?.confirm({} as Context)).toEqual({
      user: { id: 'google:1', displayName: 'Ada', email: 'ada@example.com' },
    })
  })

  test.each([-5, 0, 30])('is valid %i seconds after it was issued', async (age) => {
    expect(await readSigned(encode({ ...content, iat: content.iat - age }))).toBeDefined()
  })

  test.each<[string, object]>([
    ['31 seconds old', { iat: content.iat - 31 }],
    ['6 seconds in the future', { iat: content.iat + 6 }],
    ['in milliseconds', { iat: now.getTime() }],
    ['issued at a fraction of a second', { iat: content.iat - 0.5 }],
    ['of another version', { version: 2 }],
    ['of another issuer', { iss: 'other' }],
    ['for another audience', { aud: 'other' }],
    ['for another method', { method: 'GET' }],
    ['for another path', { path: '/v1/goals/1' }],
    ['for a path after another origin', { path: 'x/v1/goals' }],
    ['with an empty query', { path: '/v1/goals?' }],
    ['without a session', { sessionId: ' ' }],
    ['without a user', { user: undefined }],
    ['with an address that is not verified', { user: { ...content.user, emailVerified: false } }],
  ])('is refused %s', async (_, changes) => {
    expect(await readSigned(encode({ ...content, ...changes }))).toBeUndefined()
  })

  test.each<[string, string]>([
    ['no JSON', encode('{')],
    ['no base64url', `${encode(content)}=`],
    ['no base64url at its start', `=${encode(content)}`],
    ['no UTF-8', Buffer.concat([Buffer.from('"'), Buffer.of(0xff), Buffer.from('"')]).toString('base64url')],
    ['empty', ''],
  ])('is refused as %s', async (_, assertion) => {
    expect(await readSigned(assertion)).toBeUndefined()
  })

  test('is refused with text that is no UTF-8 in what is ignored', async () => {
    const [start = '', end = ''] = JSON.stringify({ ...content, more: '|' }).split('|')
    const bytes = Buffer.concat([Buffer.from(start), Buffer.of(0xff), Buffer.from(end)])
    expect(await readSigned(bytes.toString('base64url'))).toBeUndefined()
  })

  test.each([
    [8 * 1024, true],
    [8 * 1024 + 2, false],
  ])('of %i characters is accepted: %s', async (length, accepted) => {
    const bare = encode({ ...content, more: '' }).length
    const filled = (bytes: number) => encode({ ...content, more: 'x'.repeat(bytes) })
    const bytes = [0, 1, 2].map((more) => Math.floor(((length - bare) * 3) / 4) + more)
    const assertion = bytes.map(filled).find((text) => text.length === length) ?? ''
    expect(assertion).toHaveLength(length)
    expect((await readSigned(assertion)) !== undefined).toBe(accepted)
  })
})

describe('a signature', () => {
  const assertion = encode(content)
  const both = { secrets: [Buffer.from(secret), Buffer.from('the previous secret of 32 bytes.')] }

  test('may be of any of the secrets', async () => {
    expect(await read({ assertion, signature: sign(assertion) }, both)).toBeDefined()
    const previous = sign(assertion, 'the previous secret of 32 bytes.')
    expect(await read({ assertion, signature: previous }, both)).toBeDefined()
    expect(await read({ assertion, signature: previous })).toBeUndefined()
  })

  test.each<[string, Record<string, string>]>([
    ['missing', { assertion }],
    ['there alone', { signature: sign('') }],
    ['of another assertion', { assertion, signature: sign(`${assertion}A`) }],
    ['cut', { assertion, signature: sign(assertion).slice(0, -1) }],
    ['empty', { assertion, signature: '' }],
  ])('is refused when it is %s', async (_, headers) => {
    expect(await read(headers)).toBeUndefined()
  })
})

test('sessions do not come in the Authorization header', () => {
  expect(createTrustedProxySessionReader(settings).readsAuthorization).toBe(false)
})
