import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { createClock } from './support/clock.ts'
import { claimsAt, createKey, jwtEnvironment, signToken, startKeyServer } from './support/issuer.ts'
import { createSend, type RequestHeaders, refusal, type Send } from './support/send.ts'

const clock = createClock()
const header = 'x-goog-iap-jwt-assertion'

const key = await createKey('key-1')
const issuer = stopAfterFile(await startKeyServer(key))
const jwt = await signToken(claimsAt(clock.read()), key)
const goal = { detailedDescription: 'Found a number.', timeframe: { kind: 'continuous' } }

describe.each<[string, RequestHeaders]>([
  ['authorization', {}],
  [header, { AUTH_JWT_HEADER: header }],
])('with sessions in the %s header, an API token', (_, environment) => {
  let service: TestService
  let send: Send
  /** The headers of the user's session. */
  let session: RequestHeaders
  /** An API token's secret. */
  let secret: string
  let tokenId: string

  beforeAll(async () => {
    service = await startTestService({
      clock: clock.read,
      environment: { ...jwtEnvironment(issuer.jwksUrl), ...(environment as Record<string, string>) },
    })
    send = createSend(service.origin)
    session = 'AUTH_JWT_HEADER' in environment ? { [header]: jwt } : { authorization: `Bearer ${jwt}` }
    const created = await send('POST', '/v1/api-tokens', {
      headers: session,
      body: { name: 'Robot', scopes: ['goals:read', 'goals:write'] },
    })
    expect(created.status).toBe(201)
    const body = created.body as { secret: string; token: { id: string } }
    secret = body.secret
    tokenId = body.token.id
  })
  afterAll(() => service.stop())

  const withToken = (value: string): RequestHeaders => ({ ...session, authorization: `Bearer ${value}` })

  it('creates a goal in its own name without an Origin: 201', async () => {
    const headers = { ...withToken(secret), origin: undefined }
    const published = await send('POST', '/v1/goals', { headers, body: goal })
    expect(published).toMatchObject({ status: 201, body: { goal: { ownerUserId: 'issuer:1815' } } })
    const { id } = (published.body as { goal: { id: string } }).goal
    expect((await send('GET', `/v1/goals/${id}/updates`, { headers })).body).toMatchObject({
      updates: [{ authentication: { kind: 'api_token', subjectId: tokenId } }],
    })
  })

  it('is refused beyond its scopes, even beside a session: 403', async () => {
    const response = await send('POST', '/v1/goal-labels', {
      headers: withToken(secret),
      body: { name: 'A' },
    })
    expect(response).toMatchObject(refusal('insufficient_scope'))
  })

  it('is refused on routes that require a session, even beside one: 401', async () => {
    for (const path of ['/v1/auth/session', '/v1/organizations', '/v1/api-tokens']) {
      expect(await send('GET', path, { headers: withToken(secret) })).toMatchObject(refusal('unauthorized'))
    }
  })

  it('is refused if only its prefix is right, without a fetch of the provider’s keys: 401', async () => {
    const { fetches } = issuer
    for (const value of ['cairn_', 'cairn_x', `cairn_${jwt}`, `${secret}x`, `${secret}.${jwt}`]) {
      const response = await send('GET', '/v1/goals', { headers: withToken(value) })
      expect(response).toMatchObject(refusal('invalid_api_token'))
    }
    expect(issuer.fetches).toBe(fetches)
  })

  it('is refused as soon as it is revoked, without falling back to the provider: 401', async () => {
    const revoked = await send('DELETE', `/v1/api-tokens/${tokenId}`, { headers: session })
    expect(revoked.status).toBe(200)
    expect(await send('GET', '/v1/goals', { headers: withToken(secret) })).toMatchObject(
      refusal('invalid_api_token'),
    )
    expect(await send('GET', '/v1/goals', { headers: session })).toMatchObject({ status: 200 })
  })
})
