import { providerSessionKeyOf } from '@cairn/domain/accounts/auth/provider-sessions/provider-session-token'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifyLogoutToken } from './logout-token.ts'
import { readOidcConfiguration } from './oidc-configuration.ts'

const configuration = readOidcConfiguration({
  AUTH_OIDC_ISSUER: 'https://issuer.test',
  AUTH_OIDC_CLIENT_ID: 'cairn',
  AUTH_OIDC_CLIENT_SECRET: 'a secret',
})
const { issuer, clientId } = configuration
const { privateKey, publicKey } = await generateKeyPair('ES256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'ES256' }
const keys = createLocalJWKSet({ keys: [jwk] })

const issuedAt = new Date('2026-11-20T10:00:00.000Z')
const iat = issuedAt.getTime() / 1000
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const claims = { iss: issuer, aud: clientId, iat, jti: 'once', sub: '1815', events: { [logoutEvent]: {} } }

const sign = (changes: object = {}, typ: string | undefined = 'logout+jwt', key = privateKey) =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: 'key', ...(typ && { typ }) })
    .sign(key)

const inSeconds = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000)
const verifyAt = async (token: string, seconds: number) =>
  verifyLogoutToken(configuration, token, keys, inSeconds(seconds))

describe('a logout token', () => {
  test('is accepted for five minutes, and half a minute more for clocks that differ', async () => {
    const token = await sign()
    for (const seconds of [-30, 0, 300, 330]) expect(await verifyAt(token, seconds)).toBeDefined()
    for (const seconds of [-31, 331, 360, 3_600]) expect(await verifyAt(token, seconds)).toBeUndefined()
  })

  test.each([
    ['without an expiry of its own', {}],
    ['that expires later', { exp: iat + 3_600 }],
    ['that expires before', { exp: iat + 60 }],
    ['issued by a clock that is ahead', { iat: iat + 30 }],
  ])('%s is remembered until no instance accepts it, also one whose clock is behind', async (_, changes) => {
    const token = await sign(changes)
    const first = await verifyAt(token, 0)
    const accepted: number[] = []
    for (let seconds = 0; seconds < 600; seconds += 10) {
      if (await verifyAt(token, seconds)) accepted.push(seconds)
    }
    const last = inSeconds(accepted.at(-1) ?? 0)
    expect(accepted.length).toBeGreaterThan(5)
    // The table deletes by its own clock.
    expect(first?.tokenExpiresAt.getTime()).toBeGreaterThanOrEqual(last.getTime() + 30_000)
  })

  test('has another key for another id and another issuer', async () => {
    const keyWith = async (changes: object) => (await verifyAt(await sign(changes), 0))?.tokenKey
    const key = await keyWith({})
    expect(key).toBe(keyOf(JSON.stringify(['logout token', issuer, 'once'])))
    expect(await keyWith({ sub: '1816' })).toBe(key)
    expect(await keyWith({ jti: 'twice' })).not.toBe(key)
    const elsewhere = { ...configuration, issuer: 'https://other.test' }
    const other = await verifyLogoutToken(elsewhere, await sign({ iss: elsewhere.issuer }), keys, issuedAt)
    expect(other?.tokenKey).not.toBe(key)
  })

  test.each<[string, object, object]>([
    ['user', {}, { userId: 'oidc:1815', providerSessionKey: undefined }],
    ['session', { sub: undefined, sid: 'a' }, { userId: undefined, providerSessionKey: expect.any(String) }],
    ['user and a session', { sid: 'a' }, { userId: 'oidc:1815', providerSessionKey: expect.any(String) }],
  ])('may name a %s', async (_, changes, expected) => {
    expect(await verifyAt(await sign(changes), 0)).toMatchObject(expected)
  })

  test.each(['logout+jwt', 'JWT', 'jwt', 'application/logout+jwt', 'Application/JWT', ''])(
    'may have the type %j',
    async (typ) => {
      expect(await verifyAt(await sign({}, typ), 0)).toBeDefined()
    },
  )

  test.each(['at+jwt', 'xjwt', 'logout+jwt2', 'text/jwt', 'application/', 'dpop+jwt'])(
    'is refused with the type %j',
    async (typ) => {
      expect(await verifyAt(await sign({}, typ), 0)).toBeUndefined()
    },
  )

  test.each<[string, object]>([
    ['another issuer', { iss: 'https://other.test' }],
    ['another audience', { aud: 'another' }],
    ['no time', { iat: undefined }],
    ['no id', { jti: undefined }],
    ['an empty id', { jti: '' }],
    ['an id that is too long', { jti: 'x'.repeat(1_001) }],
    ['an empty user', { sub: '' }],
    ['an empty session', { sid: '' }],
    ['no user and no session', { sub: undefined }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'urn:other': {} } }],
    ['an event that is no object', { events: { [logoutEvent]: true } }],
    ['a nonce, as an identity token has', { nonce: 'x' }],
  ])('is refused with %s', async (_, changes) => {
    expect(await verifyAt(await sign(changes), 0)).toBeUndefined()
  })

  test('may have more in its event, and an id of 1,000 characters', async () => {
    const token = await sign({ events: { [logoutEvent]: { more: 1 } }, jti: 'x'.repeat(1_000) })
    expect(await verifyAt(token, 0)).toBeDefined()
  })

  test('is refused with the signature of another key or another algorithm, and if it is none', async () => {
    const other = await generateKeyPair('ES256')
    expect(await verifyAt(await sign({}, 'JWT', other.privateKey), 0)).toBeUndefined()
    const onlyRsa = { ...configuration, algorithms: ['RS256'] }
    expect(await verifyLogoutToken(onlyRsa, await sign(), keys, issuedAt)).toBeUndefined()
    expect(await verifyAt('x', 0)).toBeUndefined()
  })

  test('has the key of the session at its issuer', async () => {
    const token = await sign({ sid: 'a' })
    expect((await verifyAt(token, 0))?.providerSessionKey).toBe(providerSessionKeyOf(issuer, 'a'))
  })

  test('is neither valid nor invalid while the keys cannot be fetched', async () => {
    const fail = () => Promise.reject(new Error('no keys'))
    await expect(verifyLogoutToken(configuration, await sign(), fail, issuedAt)).rejects.toThrow('no keys')
  })
})
