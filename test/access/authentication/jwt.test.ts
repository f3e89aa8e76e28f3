import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { createClock } from './support/clock.ts'
import {
  claimsAt,
  createKey,
  jwtEnvironment,
  type SigningKey,
  signToken,
  startKeyServer,
} from './support/issuer.ts'
import { createSend, type RequestHeaders, refusal, type Send } from './support/send.ts'

const clock = createClock()
const claims = claimsAt(clock.read())
const seconds = clock.read().getTime() / 1000

const keys = {
  ES256: await createKey('key-1', 'ES256'),
  RS256: await createKey('key-2', 'RS256'),
  EdDSA: await createKey('key-3', 'EdDSA'),
}
const issuer = stopAfterFile(await startKeyServer(...Object.values(keys)))
const service = stopAfterFile(
  await startTestService({ clock: clock.read, environment: jwtEnvironment(issuer.jwksUrl) }),
)
const send = createSend(service.origin)

const readSession = (headers: RequestHeaders) => send('GET', '/v1/auth/session', { headers })

/** Reads the session with a token that replaces some of the valid claims. */
async function readSessionWith(changed: Record<string, unknown>) {
  return readSession({ authorization: `Bearer ${await signToken({ ...claims, ...changed }, keys.ES256)}` })
}

describe('a valid token', () => {
  it.each(['ES256', 'RS256', 'EdDSA'] as const)(
    '200s with the canonical user only, signed by %s',
    async (algorithm) => {
      const more = { ...claims, admin: true, roles: ['owner'], scope: 'goals:write:all', sid: '1' }
      const { status, body } = await readSession({
        authorization: `Bearer ${await signToken(more, keys[algorithm])}`,
      })
      expect(status).toBe(200)
      expect(body).toEqual({
        user: { id: 'issuer:1815', displayName: 'Ada Lovelace', email: 'ada@example.com' },
        activeOrganizationId: expect.any(String),
        organizations: [{ id: expect.any(String), name: 'Ada Lovelace', role: 'owner' }],
      })
    },
  )

  it.each(['bearer', 'BEARER', 'Bearer  '])('200s after the scheme %j', async (scheme) => {
    expect(
      await readSession({ authorization: `${scheme} ${await signToken(claims, keys.ES256)}` }),
    ).toMatchObject({ status: 200 })
  })

  it.each<[string, Record<string, unknown>, { typ?: string }?]>([
    ['no iat', { iat: undefined }],
    ['no nbf', { nbf: undefined }],
    ['an audience in a list', { aud: ['other', 'cairn'] }],
    ['a user id of 200 characters', { sub: 'x'.repeat(200 - 'issuer:'.length) }],
    ['the type of an access token', {}, { typ: 'at+jwt' }],
  ])('200s with %s', async (_, changed, header = {}) => {
    const token = await signToken({ ...claims, ...changed }, keys.ES256, header)
    expect(await readSession({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
  })

  it('200s with the address in lower case, without turning it into another mailbox', async () => {
    const emailOf = async (email: string) =>
      ((await readSessionWith({ sub: 'mail', email })).body as { user: { email: string } }).user.email
    expect(await emailOf(' Ada@Example.COM ')).toBe('ada@example.com')
    expect(await emailOf('\u212Aelvin@example.com')).not.toBe('kelvin@example.com')
  })
})

describe('the claim', () => {
  it.each([
    ['exp', 1, 200],
    ['exp', -4, 200],
    ['exp', -6, 401],
    ['exp', -3600, 401],
    ['nbf', 5, 200],
    ['nbf', 6, 401],
    ['nbf', 3600, 401],
  ])('%s at %i s from now: %i', async (claim, offset, status) => {
    expect(await readSessionWith({ [claim]: seconds + offset })).toMatchObject({ status })
  })

  it('exp is checked against the clock of the service: 200 before, 401 after', async () => {
    const authorization = `Bearer ${await signToken(claims, keys.ES256)}`
    clock.advance(304_000)
    expect(await readSession({ authorization })).toMatchObject({ status: 200 })
    clock.advance(2_000)
    expect(await readSession({ authorization })).toMatchObject(refusal('unauthorized'))
    clock.reset()
  })
})

describe('a token in a browser', () => {
  it('creates a goal as a session of the user, with the exact Origin only', async () => {
    const headers = { authorization: `Bearer ${await signToken(claims, keys.ES256)}` }
    const body = { detailedDescription: 'Found a number.', timeframe: { kind: 'continuous' } }
    for (const origin of [undefined, 'null', 'https://evil.test', `${service.origin}/`]) {
      const response = await send('POST', '/v1/goals', { headers: { ...headers, origin }, body })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
    }
    const published = await send('POST', '/v1/goals', { headers, body })
    expect(published).toMatchObject({ status: 201, body: { goal: { ownerUserId: 'issuer:1815' } } })
    const { goal } = published.body as { goal: { id: string } }
    expect((await send('GET', `/v1/goals/${goal.id}/updates`, { headers })).body).toMatchObject({
      updates: [
        {
          actor: { kind: 'user', id: 'issuer:1815', runId: null },
          authentication: { kind: 'session', subjectId: 'issuer:1815' },
        },
      ],
    })
  })

  it('makes cookies irrelevant: 401s a cookie alone; neither reads nor clears a cookie beside a token', async () => {
    const token = await signToken(claims, keys.ES256)
    expect(await readSession({ cookie: `session=${token}; token=${token}` })).toMatchObject(
      refusal('unauthorized'),
    )
    const response = await readSession({ authorization: `Bearer ${token}`, cookie: 'session=x' })
    expect(response.status).toBe(200)
    expect(response.headers).not.toHaveProperty('set-cookie')
  })
})

describe('a configured header', () => {
  const header = 'x-goog-iap-jwt-assertion'
  let proxiedService: TestService
  let readProxiedSession: (headers: RequestHeaders) => ReturnType<Send>

  beforeAll(async () => {
    const environment = { ...jwtEnvironment(issuer.jwksUrl), AUTH_JWT_HEADER: header }
    proxiedService = await startTestService({ clock: clock.read, environment })
    readProxiedSession = (headers) =>
      createSend(proxiedService.origin)('GET', '/v1/auth/session', { headers })
  })
  afterAll(() => proxiedService.stop())

  it('200s with the bare token, and 401s with anything else', async () => {
    const token = await signToken(claims, keys.ES256)
    expect(await readProxiedSession({ [header]: token })).toMatchObject({
      status: 200,
      body: { user: { id: 'issuer:1815' } },
    })
    for (const value of [`Bearer ${token}`, `${token},${token}`, `${token}.`, '', [token, token]]) {
      expect(await readProxiedSession({ [header]: value })).toMatchObject(refusal('unauthorized'))
    }
  })

  it('is the only place: 401s a token in the Authorization header, even beside the configured header', async () => {
    const token = await signToken(claims, keys.ES256)
    for (const headers of [{}, { [header]: token }]) {
      expect(await readProxiedSession({ ...headers, authorization: `Bearer ${token}` })).toMatchObject(
        refusal('unauthorized'),
      )
    }
  })
})

describe('a key file', () => {
  let directory: { directory: string; remove(): Promise<void> }
  beforeAll(async () => {
    directory = await createTemporaryDirectory()
  })
  afterAll(() => directory.remove())

  const environmentWith = (file: string) => ({
    ...jwtEnvironment(''),
    AUTH_JWT_JWKS_FILE: path.join(directory.directory, file),
  })

  it('200s with one of its keys, 401s with another key, and fetches nothing', async () => {
    const environment = environmentWith('keys.json')
    await writeFile(
      environment.AUTH_JWT_JWKS_FILE,
      JSON.stringify({ keys: [keys.ES256.jwk, keys.RS256.jwk] }),
    )
    const { fetches } = issuer
    const local = await startTestService({ clock: clock.read, environment })
    const readSessionSignedBy = async (key: SigningKey) =>
      createSend(local.origin)('GET', '/v1/auth/session', {
        headers: { authorization: `Bearer ${await signToken(claims, key)}` },
      })
    expect(await readSessionSignedBy(keys.RS256)).toMatchObject({ status: 200 })
    expect(await readSessionSignedBy(keys.EdDSA)).toMatchObject(refusal('unauthorized'))
    expect(await readSessionSignedBy({ ...keys.EdDSA, kid: 'key-1' })).toMatchObject(refusal('unauthorized'))
    expect(issuer.fetches).toBe(fetches)
    await local.stop()
  })

  it.each([
    ['missing.json', undefined],
    ['text.json', 'not JSON'],
    ['list.json', '[]'],
    ['set.json', '{"keys":{}}'],
    ['numbers.json', '{"keys":[1]}'],
  ])(
    '%s with the content %j stops the start with a message that names only the setting',
    async (file, content) => {
      const environment = environmentWith(file)
      if (content !== undefined) await writeFile(environment.AUTH_JWT_JWKS_FILE, content)
      const message = await startTestService({ environment }).then(
        (started) => started.stop(),
        (error: Error) => error.message,
      )
      expect(message).toMatch(/^AUTH_JWT_JWKS_FILE must /)
      expect(message).not.toContain(directory.directory)
    },
  )
})
