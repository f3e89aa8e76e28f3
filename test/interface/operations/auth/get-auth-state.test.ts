import { requestPath } from '@cairn/contract'
import { operations } from '@cairn/contract/registry/registry'
import { describe, expect, it } from 'vitest'
import { allScopes, bearer, createToken } from '../../../support/people/api-tokens.ts'
import { signIn, signInAgain } from '../../../support/people/sign-in.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)
const path = requestPath(operations.getAuthState, {})
const readState = (headers: Record<string, string> = {}) => send('GET', path, { headers })

const nobody = { status: 200, body: { session: null } }
const cleared = [expect.stringMatching(/^session=; .*Max-Age=0$/)]

describe('GET /v1/auth/state', () => {
  it('200s with exactly what GET /v1/auth/session returns, also for the first request of a new user', async () => {
    const { cookie } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada Lovelace' })
    const state = await readState({ cookie })
    const session = await send('GET', '/v1/auth/session', { headers: { cookie } })
    expect(state).toMatchObject({ status: 200, body: { session: session.body } })
    expect(session.body).toMatchObject({ organizations: [{ name: 'Ada Lovelace' }] })
    expect(state.headers.get('cache-control')).toBe('no-store')
    expect(state.headers.getSetCookie()).toEqual([])
  })

  it('200s with null without a session, and sets no cookie', async () => {
    const requests: Record<string, string>[] = [{}, { cookie: 'other=1' }, { 'organization-id': 'no id' }]
    for (const headers of requests) {
      const response = await readState(headers)
      expect(response).toMatchObject(nobody)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('ratelimit')).toBeNull()
    }
  })

  it.each(['', 'x', `${unknownId}.${'A'.repeat(43)}`])(
    '200s with null for the cookie value %.40j, and deletes the cookie',
    async (value) => {
      const response = await readState({ cookie: `session=${value}` })
      expect(response).toMatchObject(nobody)
      expect(response.headers.getSetCookie()).toEqual(cleared)
    },
  )

  it('200s with null after a logout and after the session has expired, and deletes the cookie', async () => {
    const person = { email: 'joan@example.com', displayName: 'Joan' }
    const ended = await signIn(service, person)
    await send('POST', '/v1/auth/logout', { headers: { cookie: ended.cookie } })
    const expired = await signInAgain(service, person)
    expect((await readState({ cookie: expired.cookie })).body).toMatchObject({ session: {} })
    clock.advance({ days: 14 })
    for (const { cookie } of [ended, expired]) {
      const response = await readState({ cookie })
      expect(response).toMatchObject(nobody)
      expect(response.headers.getSetCookie()).toEqual(cleared)
    }
  })

  it('200s with null for a token, whatever the cookie, which stays', async () => {
    const ben = await signIn(service, { email: 'ben@example.com', displayName: 'Ben' })
    const { secret } = await createToken(ben, allScopes)
    for (const headers of [bearer(secret), { ...bearer(secret), cookie: ben.cookie }]) {
      const response = await readState(headers)
      expect(response).toMatchObject(nobody)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('refuses a session that names a foreign or malformed organization', async () => {
    const { cookie } = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
    expect(await readState({ cookie, 'organization-id': unknownId })).toMatchObject(
      refusal('membership_not_found'),
    )
    expect(await readState({ cookie, 'organization-id': 'no id' })).toMatchObject(
      refusal('invalid_request', 'Organization-Id'),
    )
  })
})
