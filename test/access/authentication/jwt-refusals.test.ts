import { CompactSign, exportJWK, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { createClock } from './support/clock.ts'
import {
  claimsAt,
  createKey,
  issuerName,
  jwtEnvironment,
  signToken,
  startKeyServer,
} from './support/issuer.ts'
import { bytesOf, createSend, type RequestHeaders, refusal } from './support/send.ts'

const clock = createClock()
/** The claims that all vectors start from; signed with a key of the issuer, they are valid. */
const valid = claimsAt(clock.read())
const { iat } = valid

const key = await createKey('key-1')
const rsa = await createKey('key-2', 'RS256')
// `alg` is optional in a key set. Without it, the configuration alone decides the algorithms of a key.
rsa.jwk.alg = undefined
const foreign = await createKey('attacker-1')
const issuer = stopAfterFile(await startKeyServer(key, rsa))
const attacker = stopAfterFile(
  await startKeyServer(foreign, { ...foreign, jwk: { ...foreign.jwk, kid: 'key-1' } }),
)
const engine = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(
  await startTestService({
    table,
    endpoint: engine.endpoint,
    clock: clock.read,
    environment: jwtEnvironment(issuer.jwksUrl),
  }),
)
const send = createSend(service.origin)
/** The response to a request without a credential. */
const nobody = bytesOf(await send('GET', '/v1/auth/session'))
/** Responses to requests with a cookie are not for pages of other origins. */
const nobodyWithCookie = bytesOf(await send('GET', '/v1/auth/session', { headers: { cookie: 'theme=dark' } }))

beforeEach(() => engine.reset())

/** The same bytes as for a request without a credential, and no database call. */
async function expectRefusal(headers: RequestHeaders): Promise<void> {
  const response = await send('GET', '/v1/auth/session', { headers })
  expect(response).toMatchObject(refusal('unauthorized'))
  expect(bytesOf(response)).toEqual('cookie' in headers ? nobodyWithCookie : nobody)
  expect(engine.calls).toEqual([])
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('200s the unmodified claims, signed with either key', async () => {
  for (const signingKey of [key, rsa]) {
    const headers = bearer(await signToken(valid, signingKey))
    expect(await send('GET', '/v1/auth/session', { headers })).toMatchObject({ status: 200 })
  }
})

describe('the claim', () => {
  it.each(['iss', 'aud', 'exp', 'sub', 'name', 'email', 'email_verified'])(
    '%s is required: 401',
    async (claim) => expectRefusal(bearer(await signToken({ ...valid, [claim]: undefined }, key))),
  )

  it.each([
    ['iss', ['', 'https://issuer.test', 'https://ISSUER.test/', `${issuerName} `, [issuerName], 7, null]],
    ['aud', ['', 'other', 'Cairn', 'cairn ', [], ['other'], [['cairn']], 7, null]],
    ['exp', [iat - 6, 0, -1, String(iat), '2099-03-01T11:00:00Z', true, null]],
    ['nbf', [iat + 6, String(iat), true, null]],
    ['sub', ['', ' ', 7, null, ['1815'], 'x'.repeat(201 - 'issuer:'.length), 'a\uD800']],
    ['name', ['', ' ', 7, null, { first: 'Ada' }]],
    ['email', ['', ' ', 7, null, ['ada@example.com'], 'ada', 'ada@', 'Ada <ada@example.com>', 'ada@a b']],
    ['email_verified', [false, 'true', 'True', '', 1, 0, null, [true]]],
  ])('%s is refused with any other value: 401', async (claim, values) => {
    for (const value of values)
      await expectRefusal(bearer(await signToken({ ...valid, [claim]: value }, key)))
  })
})

describe('the algorithm', () => {
  it('none is refused, with and without a signature: 401', async () => {
    const token = new UnsecuredJWT(valid).encode()
    const withKeyId = `${encode({ alg: 'none', kid: 'key-1' })}.${encode(valid)}`
    const [, , signature] = (await signToken(valid, key)).split('.')
    for (const forged of [token, `${withKeyId}.`, `${withKeyId}.${signature}`, withKeyId]) {
      await expectRefusal(bearer(forged))
    }
    for (const alg of ['None', 'NONE', 'nOnE', '', null, 7, ['none']]) {
      await expectRefusal(bearer(`${encode({ alg, kid: 'key-1' })}.${encode(valid)}.`))
    }
  })

  it.each(['HS256', 'HS384', 'HS512'])(
    '%s with the public key as secret is refused, in every encoding of the key: 401',
    async (alg) => {
      const pem = await exportSPKI(rsa.publicKey)
      const secrets = [
        pem,
        pem.trim(),
        JSON.stringify(rsa.jwk),
        JSON.stringify({ keys: [key.jwk, rsa.jwk] }),
        rsa.jwk.n ?? '',
      ]
      for (const secret of secrets) {
        const token = await new SignJWT(valid)
          .setProtectedHeader({ alg, kid: 'key-2' })
          .sign(Buffer.from(secret))
        await expectRefusal(bearer(token))
      }
    },
  )

  it('is refused if it is not configured, even if the key supports it: 401', async () => {
    const privateKey = await importJWK({ ...(await exportJWK(rsa.privateKey)), alg: 'PS256' })
    const unsigned = new SignJWT(valid).setProtectedHeader({ alg: 'PS256', kid: 'key-2' })
    await expectRefusal(bearer(await unsigned.sign(privateKey)))
  })

  it('is refused if it does not match the key: 401', async () => {
    await expectRefusal(bearer(await signToken(valid, { ...rsa, kid: 'key-1' })))
    await expectRefusal(bearer(await signToken(valid, { ...key, kid: 'key-2' })))
  })
})

describe('the key', () => {
  it("of an attacker is refused under its own id, the issuer's ids and no id: 401", async () => {
    for (const kid of ['attacker-1', 'key-1', 'key-2', '']) {
      await expectRefusal(bearer(await signToken(valid, { ...foreign, kid })))
    }
    await expectRefusal(bearer(await signToken(valid, foreign, { kid: undefined as unknown as string })))
  })

  it('of the issuer is refused if the token does not name it: 401', async () => {
    const [, claims, signature] = (await signToken(valid, key)).split('.')
    await expectRefusal(bearer(`${encode({ alg: 'ES256' })}.${claims}.${signature}`))
    const unnamed = await new SignJWT(valid).setProtectedHeader({ alg: 'ES256' }).sign(key.privateKey)
    await expectRefusal(bearer(unnamed))
    for (const kid of [null, 7, ['key-1'], 'KEY-1', 'key-1 ']) {
      await expectRefusal(bearer(`${encode({ alg: 'ES256', kid })}.${claims}.${signature}`))
    }
  })

  it('in or linked from a token is refused and not fetched: 401', async () => {
    const { jwksUrl } = attacker
    const headers = [
      { jku: jwksUrl },
      { jku: jwksUrl, kid: 'key-1' },
      { jwk: foreign.jwk },
      { jwk: foreign.jwk, kid: 'key-1' },
      { x5u: jwksUrl },
      { x5u: jwksUrl, x5c: [Buffer.from('certificate').toString('base64')], kid: 'key-1' },
      { jku: jwksUrl, crit: ['jku'] },
    ]
    for (const header of headers) {
      const { crit, ...uncritical } = header as { crit?: string[] }
      const token = await signToken(valid, foreign, uncritical)
      const [given = '', ...rest] = token.split('.')
      await expectRefusal(bearer(token))
      if (!crit) continue
      const critical = encode({ ...JSON.parse(Buffer.from(given, 'base64url').toString()), crit })
      await expectRefusal(bearer([critical, ...rest].join('.')))
    }
    expect(attacker.fetches).toBe(0)
  })

  it('linked from a valid token is ignored and not fetched: 200', async () => {
    const headers = bearer(
      await signToken(valid, key, { jku: attacker.jwksUrl, jwk: foreign.jwk, x5u: attacker.jwksUrl }),
    )
    expect(await send('GET', '/v1/auth/session', { headers })).toMatchObject({ status: 200 })
    expect(attacker.fetches).toBe(0)
  })
})

describe('a malformed or misplaced token', () => {
  it('401s with tampered, truncated or missing parts', async () => {
    const [header = '', claims = '', signature = ''] = (await signToken(valid, key)).split('.')
    const richer = encode({ ...valid, sub: 'root' })
    const parts = [
      `${header}.${richer}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -4)}`,
      `${header}.${claims}.${'A'.repeat(86)}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}..${signature}`,
      `.${claims}.${signature}`,
      `${header}.${claims}.${signature}.`,
      `${header}.${claims}.${signature}.${claims}.${signature}`,
      `${header}.${claims}=.${signature}`,
      `${encode([])}.${claims}.${signature}`,
      `${encode(null)}.${claims}.${signature}`,
      '..',
      '.',
      'x',
      'a.b.c',
      'x'.repeat(12_000),
    ]
    for (const token of parts) await expectRefusal(bearer(token))
  })

  it.each([
    ['null', null],
    ['an empty list', []],
    ['a list', [{}]],
    ['a string', 'text'],
    ['a number', 7],
    ['true', true],
  ])('401s with %s instead of claims, correctly signed', async (_, payload) => {
    const bytes = Buffer.from(JSON.stringify(payload))
    const token = await new CompactSign(bytes)
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
      .sign(key.privateKey)
    await expectRefusal(bearer(token))
  })

  it('401s in any other header, scheme or place', async () => {
    const token = await signToken(valid, key)
    const places: RequestHeaders[] = [
      { authorization: token },
      { authorization: `Token ${token}` },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token} ${token}` },
      { authorization: `Bearer ${token},` },
      { authorization: 'Bearer' },
      { authorization: '' },
      { 'x-authorization': `Bearer ${token}` },
      { 'x-goog-iap-jwt-assertion': token },
      { 'x-service-auth-assertion': token },
      { cookie: `token=${token}` },
    ]
    for (const headers of places) await expectRefusal(headers)
    const inQuery = await send('GET', `/v1/auth/session?access_token=${token}`)
    expect(inQuery).toMatchObject(refusal('unauthorized'))
  })
})
