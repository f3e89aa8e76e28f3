import { beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../../../../access/authentication/support/issuer.ts'
import {
  ada,
  signInWith,
  startScriptedIssuer,
  startServiceOf,
  symmetricToken,
  unsignedToken,
} from '../../../../access/authentication/support/scripted-issuer.ts'
import { createSend, refusal } from '../../../../access/authentication/support/send.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'
import { readTable } from '../../../../support/table/read-table.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const service = stopAfterFile(await startServiceOf(issuer))
const send = createSend(service.origin)
const path = '/v1/auth/backchannel-logout'
const { seconds } = issuer
const otherKey = await createKey('key-1', 'RS256')

beforeEach(() => issuer.play())

/** As a provider sends it: a form, without an Origin. */
const logOut = (token: string, headers: Record<string, string | undefined> = {}) =>
  send('POST', path, {
    rawBody: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: undefined, ...headers },
  })

let people = 0

/** Signs a new person in, with a session of the provider. */
async function signIn(claims: Record<string, unknown> = {}) {
  const sub = `person-${++people}`
  const own = { ...ada, sub, sid: `session of ${sub}`, ...claims }
  issuer.play({ claims: (given) => ({ ...given, ...own }) })
  const { cookie = '' } = await signInWith(service, issuer)
  const again = async (other?: string) => {
    const sid = other === undefined ? own.sid : `${other} of ${sub}`
    issuer.play({ claims: (given) => ({ ...given, ...own, sid }) })
    const { problem, cookie: next = '' } = await signInWith(service, issuer)
    expect(problem).toBeNull()
    return next
  }
  return { sub, sid: own.sid as string, cookie, again }
}

const statusOf = async (cookie: string) =>
  (await send('GET', '/v1/auth/session', { headers: { cookie } })).status

describe('a logout token', () => {
  it('that names a session 204s and ends what it began, with the next request', async () => {
    const { sub, sid, cookie, again } = await signIn()
    const [sameSession, otherSession] = [await again(), await again('another session')]
    expect(await logOut(await issuer.logoutToken({ sub, sid }))).toMatchObject({ status: 204, text: '' })
    expect(await Promise.all([cookie, sameSession, otherSession].map(statusOf))).toEqual([401, 401, 200])
    const { body } = await send('GET', '/v1/auth/sessions', { headers: { cookie: otherSession } })
    expect(body).toMatchObject({ sessions: [{ current: true }], nextCursor: null })
  })

  it('that names a session only 204s and ends it', async () => {
    const { sid, cookie } = await signIn()
    expect((await logOut(await issuer.logoutToken({ sub: undefined, sid }))).status).toBe(204)
    expect(await statusOf(cookie)).toBe(401)
  })

  it('that names a user only 204s and ends all sessions of the user', async () => {
    const { sub, cookie, again } = await signIn()
    const other = await again('another session')
    const stranger = await signIn()
    expect((await logOut(await issuer.logoutToken({ sub }))).status).toBe(204)
    expect(await Promise.all([cookie, other, stranger.cookie].map(statusOf))).toEqual([401, 401, 200])
    expect(await statusOf(await again('a third session'))).toBe(200)
  })

  it('is in the audit log of the user’s organization', async () => {
    const { sub, sid, cookie, again } = await signIn()
    expect(await statusOf(cookie)).toBe(200)
    await logOut(await issuer.logoutToken({ sub, sid }))
    const later = await again('another session')
    const { body } = await send('GET', '/v1/organizations/current/audit', { headers: { cookie: later } })
    const { entries } = body as { entries: { action: string; credential: { kind: string } }[] }
    expect(entries.map(({ action, credential }) => [action, credential.kind])).toContainEqual([
      'session.signed_out',
      'identity_provider',
    ])
  })

  it('204s for a user and a session that nobody knows', async () => {
    expect((await logOut(await issuer.logoutToken({ sub: 'nobody' }))).status).toBe(204)
    expect((await logOut(await issuer.logoutToken({ sub: 'nobody', sid: 'none' }))).status).toBe(204)
  })

  it('that arrives before the sign-in does keeps it from starting a session', async () => {
    const token = await issuer.logoutToken({ sub: 'person-early', sid: 'early' })
    expect((await logOut(token)).status).toBe(204)
    issuer.play({ claims: (given) => ({ ...given, sub: 'person-early', sid: 'early' }) })
    expect(await signInWith(service, issuer)).toMatchObject({ problem: 'expired', cookie: undefined })
  })

  it('is accepted as JSON, with the type “JWT”, with other parameters, and with clocks that differ', async () => {
    const { sub } = await signIn()
    const times = { iat: seconds() + 29, exp: seconds() - 29 }
    const token = await issuer.logoutToken({ sub, ...times }, issuer.key, { typ: 'JWT' })
    const response = await send('POST', path, { body: { logout_token: token, more: 'x' } })
    expect(response.status).toBe(204)
    const form = new URLSearchParams({ logout_token: await issuer.logoutToken({ sub }), more: 'x' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', origin: undefined }
    expect((await send('POST', path, { rawBody: form.toString(), headers })).status).toBe(204)
  })

  it('400s a second time, and does not end the sessions from in between', async () => {
    const { sub, cookie, again } = await signIn()
    const token = await issuer.logoutToken({ sub })
    expect((await logOut(token)).status).toBe(204)
    expect(await statusOf(cookie)).toBe(401)
    const later = await again()
    expect(await logOut(token)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await statusOf(later)).toBe(200)
  })

  it('does its work once if it arrives many times at once', async () => {
    const { sub, again } = await signIn()
    const token = await issuer.logoutToken({ sub })
    const responses = await Promise.all(Array.from({ length: 10 }, () => logOut(token)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(400)])
    expect(await statusOf(await again())).toBe(200)
  })

  it("400s if it names another user's session, which stays", async () => {
    const { sid, cookie } = await signIn()
    expect(await logOut(await issuer.logoutToken({ sub: 'eve', sid }))).toMatchObject(
      refusal('invalid_or_expired_token'),
    )
    expect(await statusOf(cookie)).toBe(200)
  })

  const event = 'http://schemas.openid.net/event/backchannel-logout'
  it.each<[string, (sub: string) => Promise<string> | string]>([
    ['no user and no session', () => issuer.logoutToken({ sub: undefined })],
    ['another issuer', (sub) => issuer.logoutToken({ sub, iss: 'https://evil.test' })],
    ['another audience', (sub) => issuer.logoutToken({ sub, aud: 'another' })],
    ['no audience', (sub) => issuer.logoutToken({ sub, aud: undefined })],
    ['no time', (sub) => issuer.logoutToken({ sub, iat: undefined })],
    ['a time of the future', (sub) => issuer.logoutToken({ sub, iat: seconds() + 40 })],
    ['an old time', (sub) => issuer.logoutToken({ sub, iat: seconds() - 331, exp: undefined })],
    ['an expiry that has passed', (sub) => issuer.logoutToken({ sub, exp: seconds() - 31 })],
    ['no id', (sub) => issuer.logoutToken({ sub, jti: undefined })],
    ['an empty id', (sub) => issuer.logoutToken({ sub, jti: '' })],
    ['a nonce, as an identity token has', (sub) => issuer.logoutToken({ sub, nonce: 'x' })],
    ['no event', (sub) => issuer.logoutToken({ sub, events: undefined })],
    ['another event', (sub) => issuer.logoutToken({ sub, events: { 'urn:other': {} } })],
    ['an event that is no object', (sub) => issuer.logoutToken({ sub, events: { [event]: true } })],
    ['the type of an access token', (sub) => issuer.logoutToken({ sub }, issuer.key, { typ: 'at+jwt' })],
    ['the signature of another key', (sub) => issuer.logoutToken({ sub }, otherKey)],
    [
      'a key that the provider does not have',
      (sub) => issuer.logoutToken({ sub }, { ...otherKey, kid: 'key-9' }),
    ],
    ['no signature', (sub) => unsigned(sub)],
    ['HS256 with the key id of the provider', (sub) => forged(sub)],
    ['no token at all', () => 'x'],
  ])('400s with %s, and ends nothing', async (_, create) => {
    const { sub, cookie } = await signIn()
    expect(await logOut(await create(sub))).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await statusOf(cookie)).toBe(200)
  })

  const claimsOf = (sub: string) => ({
    iss: issuer.issuer,
    aud: 'cairn',
    iat: seconds(),
    exp: seconds() + 60,
    jti: 'forged',
    sub,
    events: { [event]: {} },
  })
  const unsigned = (sub: string) => unsignedToken(claimsOf(sub), { alg: 'none', kid: 'key-1' })
  const forged = (sub: string) => symmetricToken(claimsOf(sub), JSON.stringify(issuer.key.jwk), 'key-1')
})

describe('the request', () => {
  it('400s without a token or with two, 415s another type, and 413s a long one', async () => {
    const type = 'application/x-www-form-urlencoded'
    const post = (rawBody: string, contentType = type) =>
      send('POST', path, { rawBody, headers: { 'content-type': contentType, origin: undefined } })
    expect(await post('more=x')).toMatchObject(refusal('invalid_request'))
    expect(await post('logout_token=x&logout_token=x')).toMatchObject(refusal('invalid_request'))
    expect(await post('logout_token=x', 'text/plain')).toMatchObject(refusal('unsupported_media_type'))
    expect(await post(`logout_token=${'x'.repeat(20_000)}`)).toMatchObject(refusal('payload_too_large'))
  })

  it('503s while the keys of the provider cannot be fetched, and the same token works later', async () => {
    const another = stopAfterFile(await startServiceOf(issuer))
    const token = await issuer.logoutToken({ sub: 'nobody' })
    issuer.play({ responders: { keys: (request) => request.socket.destroy() } })
    const ask = () =>
      createSend(another.origin)('POST', path, {
        body: { logout_token: token },
        headers: { origin: undefined },
      })
    expect(await ask()).toMatchObject(refusal('unavailable'))
    issuer.play()
    expect((await ask()).status).toBe(204)
  })

  it('404s without an OpenID provider', async () => {
    const other = stopAfterFile(await startTestService())
    const response = await createSend(other.origin)('POST', path, { body: { logout_token: 'x' } })
    expect(response).toMatchObject(refusal('not_found'))
  })

  it('writes nothing for a token that is not valid', async () => {
    const before = await readTable(service.table.database)
    await logOut(await issuer.logoutToken({ sub: 'nobody' }, otherKey))
    expect(await readTable(service.table.database)).toEqual(before)
  })

  it('leaves a sound table', async () => {
    await expectSoundTable(service.table.database)
  })
})
