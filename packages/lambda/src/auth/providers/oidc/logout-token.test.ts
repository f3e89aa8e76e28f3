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

const sign = (changes: object = {}) =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: 'key', typ: 'logout+jwt' })
    .sign(privateKey)

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
    const keyOf = async (changes: object) => (await verifyAt(await sign(changes), 0))?.tokenKey
    const key = await keyOf({})
    expect(await keyOf({ sub: '1816' })).toBe(key)
    expect(await keyOf({ jti: 'twice' })).not.toBe(key)
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
})
