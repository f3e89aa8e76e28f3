import { createHmac } from 'node:crypto'
import { signAssertion, signatureOf } from '@cairn/example-proxy'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import {
  assertionFor,
  headersOf,
  previousSecret,
  proxyEnvironment,
  secret,
  signed,
  signedJson,
  signedText,
  withField,
} from './support/assertions.ts'
import { createClock } from './support/clock.ts'
import { bytesOf, createSend, type RequestHeaders, refusal } from './support/send.ts'

const clock = createClock()
const session = { method: 'GET', path: '/v1/auth/session' }
/** The assertion that all vectors start from; unmodified, it is valid. */
const valid = assertionFor(session, clock.read())
const { iat } = valid
const { assertion, signature } = signAssertion(valid, secret)

const engine = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(
  await startTestService({
    table,
    endpoint: engine.endpoint,
    clock: clock.read,
    environment: proxyEnvironment,
  }),
)
const send = createSend(service.origin)
/** The response to a request without a credential. */
const nobody = bytesOf(await send(session.method, session.path))
/** Responses to requests with a cookie are not for pages of other origins. */
const nobodyWithCookie = bytesOf(
  await send(session.method, session.path, { headers: { cookie: 'theme=dark' } }),
)

beforeEach(() => engine.reset())

/** The same bytes as for a request without a credential, and no database call. */
async function expectRefusal(headers: RequestHeaders): Promise<void> {
  const response = await send(session.method, session.path, { headers })
  expect(response).toMatchObject(refusal('unauthorized'))
  expect(bytesOf(response)).toEqual('cookie' in headers ? nobodyWithCookie : nobody)
  expect(engine.calls).toEqual([])
}

/** Replaces one character with another of the base64url alphabet. A negative position counts from the end. */
function tamper(text: string, position: number): string {
  const index = position < 0 ? text.length + position : position
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

it('200s the unmodified assertion', async () => {
  expect(await send(session.method, session.path, { headers: signed(valid) })).toMatchObject({ status: 200 })
})

describe('the field', () => {
  const fields = ['version', 'iss', 'aud', 'iat', 'method', 'path', 'sessionId', 'user']
  const userFields = ['user.id', 'user.displayName', 'user.email', 'user.emailVerified']

  it.each([...fields, ...userFields])('%s is required: 401', (path) =>
    expectRefusal(signedJson(withField(valid, path, undefined))),
  )

  it.each([...fields, ...userFields])('%s is refused as null, an object or a list: 401', async (path) => {
    for (const value of [null, {}, [], [1]]) await expectRefusal(signedJson(withField(valid, path, value)))
  })

  it.each([
    ['version', [0, 2, 1.5, -1, '1', true]],
    ['iss', ['', 'other', 'Cairn-Tests', 'cairn-tests ', ['cairn-tests'], 7]],
    ['aud', ['', 'other', 'TEST', ' test', ['test'], 7]],
    ['method', ['', 'POST', 'get', 'Get', 'GET ', 'HEAD', ['GET'], 7]],
    [
      'path',
      [
        '',
        '/',
        '/v1/auth/session/',
        '/v1/auth/session?',
        '/v1/auth/session?a=1',
        '/v1/auth/session#a',
        '/v1/auth/Session',
        '//v1/auth/session',
        'v1/auth/session',
        '/v1/auth/./session',
        '/v1/auth%2Fsession',
        '/v1/goals',
        'http://localhost/v1/auth/session',
        ['/v1/auth/session'],
      ],
    ],
    [
      'iat',
      [iat * 1000, iat + 0.5, iat - 0.5, String(iat), '', true, [iat], 0, -iat, 1e300, iat - 31, iat + 6],
    ],
    ['sessionId', ['', 7, true]],
    ['user', ['google:1815', 7, true, [valid.user]]],
    ['user.id', ['', 'x'.repeat(201), 7, 'a\uD800']],
    ['user.displayName', ['', ' \n ', 7, 'a\uD800', '\u200b', '\u202e']],
    [
      'user.email',
      [
        '',
        ' ',
        7,
        ['ada@example.com'],
        'ada',
        'ada@',
        '@example.com',
        'ada lovelace@example.com',
        'Ada <ada@example.com>',
        'ada@example.com,eve@example.com',
        'ada@example.com\r\nbcc: eve@example.com',
        'ada\u0000@example.com',
        '\u202eada@example.com',
      ],
    ],
    ['user.emailVerified', [false, 'true', 'false', '', 1, 0, 'yes']],
  ])('%s is refused with any other value: 401', async (path, values) => {
    for (const value of values) await expectRefusal(signedJson(withField(valid, path, value)))
  })

  it('user.emailVerified does not count outside the user: 401', () =>
    expectRefusal(
      signedJson({
        ...withField(valid, 'user.emailVerified', undefined),
        emailVerified: true,
        email_verified: true,
      }),
    ))
})

describe('an assertion of the wrong shape', () => {
  const json = JSON.stringify(valid)
  it.each([
    ['a list', [valid]],
    ['null', null],
    ['a string', json],
    ['a number', 1],
    ['true', true],
    ['an empty object', {}],
    ['a nested assertion', { assertion: valid }],
  ])('401s if it is %s', (_, value) => expectRefusal(signedJson(value)))

  it.each([
    ['an empty text', ''],
    ['truncated JSON', json.slice(0, -1)],
    ['two documents', json + json],
    ['JSON with a comment', `${json}//`],
    ['JavaScript', json.replace('"version"', 'version')],
    [
      'text with a byte that never occurs in UTF-8',
      Buffer.from(json.replace('Lovelace', '\u00ff'), 'latin1'),
    ],
    ['text with an unfinished UTF-8 sequence', Buffer.from(json.replace('Lovelace', '\u00e9'), 'latin1')],
    ['UTF-16', Buffer.from(json, 'utf16le')],
    ['deeply nested', '['.repeat(5_000)],
    ['12 KB long', JSON.stringify({ ...valid, more: 'x'.repeat(9_000) })],
  ])('401s if it is %s', (_, content) => expectRefusal(signedText(content)))
})

describe('the encoding', () => {
  // Its base64 contains the characters that differ between the two alphabets.
  const name = JSON.stringify({ ...valid, user: { ...valid.user, displayName: '~~?>~~?>' } })
  const encodings: [string, string][] = [
    ['base64 in the standard alphabet', Buffer.from(name).toString('base64')],
    ['base64url with padding', `${assertion}${'='.repeat(4 - (assertion.length % 4))}`],
    ['base64url with a tab inside', `${assertion.slice(0, 40)}\t${assertion.slice(40)}`],
    ['base64url with a dot', `${assertion}.`],
    ['base64url with a comma', `${assertion},${assertion}`],
    ['hexadecimal', Buffer.from(JSON.stringify(valid)).toString('hex')],
    ['percent-encoded JSON', encodeURIComponent(JSON.stringify(valid))],
    ['plain JSON', JSON.stringify(valid)],
  ]

  it('vectors contain characters that differ between the alphabets, and padding', () => {
    expect(encodings[0]?.[1]).toMatch(/[+/]/)
    expect(encodings[1]?.[1]).toMatch(/=$/)
  })

  it.each(encodings)('%s is refused, even correctly signed: 401', (_, text) =>
    expectRefusal(headersOf(text, signatureOf(text, secret))),
  )
})

describe('the signature', () => {
  const hmac = (algorithm: string) => createHmac(algorithm, secret).update(assertion)
  const json = JSON.stringify(valid)
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['changed in its first character', tamper(signature, 0)],
    ['changed in its last character', tamper(signature, -1)],
    ['truncated', signature.slice(0, -1)],
    ['too long', `${signature}A`],
    ['padded', `${signature}=`],
    ['in another letter case', signature.toUpperCase()],
    ['hexadecimal', hmac('sha256').digest('hex')],
    ['standard base64', hmac('sha256').digest('base64')],
    ['an HMAC-SHA-1', hmac('sha1').digest('base64url')],
    ['an HMAC-SHA-512', hmac('sha512').digest('base64url')],
    ['made of the JSON', signatureOf(json, secret)],
    ['made of another assertion', signatureOf(tamper(assertion, 5), secret)],
    ['made with another secret', signatureOf(assertion, previousSecret)],
    ['made with part of the secret', signatureOf(assertion, secret.slice(0, -1))],
    ['made with an empty secret', signatureOf(assertion, '')],
    ['the assertion itself', assertion],
    ['not ASCII', 'é'.repeat(43)],
  ])('is refused if it is %s: 401', (_, text) => expectRefusal(headersOf(assertion, text)))

  it.each([
    ['changed in its first character', tamper(assertion, 0)],
    ['changed in the middle', tamper(assertion, 100)],
    ['changed in its last character', tamper(assertion, -1)],
    ['truncated', assertion.slice(0, -4)],
    ['cut in half', assertion.slice(0, assertion.length / 2)],
    ['too long', `${assertion}AAAA`],
    ['empty', ''],
  ])('is refused if the assertion is %s: 401', (_, text) => expectRefusal(headersOf(text, signature)))

  it('is refused without an assertion: 401', () => expectRefusal({ 'x-service-auth-signature': signature }))
})

describe('a repeated header', () => {
  const other = signAssertion({ ...valid, sessionId: 'session-2' }, secret)
  it.each([
    ['the same assertion', [assertion, assertion], signature],
    ['the same signature', assertion, [signature, signature]],
    ['both headers', [assertion, assertion], [signature, signature]],
    ['two assertions, both signed', [assertion, other.assertion], [signature, other.signature]],
    ['a forged assertion first', [tamper(assertion, 9), assertion], signature],
    ['a forged assertion last', [assertion, tamper(assertion, 9)], signature],
    ['an empty assertion', [assertion, ''], signature],
    ['a forged signature', assertion, [signature, tamper(signature, 9)]],
  ])('is refused: %s (401)', (_, assertions, signatures) =>
    expectRefusal({ 'x-service-auth-assertion': assertions, 'x-service-auth-signature': signatures }),
  )

  it('is refused: two assertions signed together, joined by a comma (401)', () =>
    expectRefusal({
      'x-service-auth-assertion': [assertion, assertion],
      'x-service-auth-signature': signatureOf(`${assertion},${assertion}`, secret),
    }))
})

describe('the trusted proxy provider', () => {
  const bearer = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'
  it.each([
    ['a session cookie', { cookie: 'a=b' }],
    ['a bearer token', { authorization: bearer }],
    ['an Authorization header beside a valid assertion', { ...signed(valid), authorization: bearer }],
    ['an empty Authorization header beside a valid assertion', { ...signed(valid), authorization: '' }],
    [
      'headers with another word',
      { 'x-proxy-auth-assertion': assertion, 'x-proxy-auth-signature': signature },
    ],
    [
      'headers with underscores instead of hyphens',
      { x_service_auth_assertion: assertion, x_service_auth_signature: signature },
    ],
    ['the assertion as a cookie', { cookie: `x-service-auth-assertion=${assertion}` }],
  ])('401s %s', (_, headers) => expectRefusal(headers))
})
