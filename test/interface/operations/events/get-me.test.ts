import { describe, expect, it } from 'vitest'
import {
  allScopes,
  bearer,
  createToken,
  programWith,
  removeMember,
} from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
const { activeOrganizationId: bobsOwn } = await bob.api.getOrganizationContext()
const organizationId = await join(ada, bob)

const user = { id: bob.userId, displayName: 'Bob', email: 'bob@example.com' }
const shared = { id: organizationId, name: 'Ada', role: 'member' }

describe('me', () => {
  it('200s with user, organization and session', async () => {
    expect(await bob.api.getMe()).toEqual({ user, organization: shared, credential: { kind: 'session' } })
    expect((await ada.api.getMe()).organization).toEqual({ ...shared, role: 'owner' })
  })

  it('200s with the organization that the request names', async () => {
    const browser = createSend(service, bob)
    const named = await browser('GET', '/v1/me', { headers: { 'organization-id': bobsOwn } })
    expect(named.body).toMatchObject({ user, organization: { id: bobsOwn, name: 'Bob', role: 'owner' } })
    const foreign = await send('GET', '/v1/me', { headers: { 'organization-id': bobsOwn } })
    expect(foreign).toMatchObject(refusal('membership_not_found'))
  })

  it.each(allScopes)('200s with a token that has only the scope %s', async (scope) => {
    const token = await createToken(bob, [scope], { expiresInDays: 3 })
    expect(await programWith(service, token).getMe()).toEqual({
      user,
      organization: shared,
      credential: {
        kind: 'api_token',
        id: token.id,
        name: scope,
        scopes: [scope],
        goalIds: null,
        expiresAt: new Date(clock.read().getTime() + 3 * 24 * 3600 * 1000).toISOString(),
      },
    })
  })

  it('200s in the organization of the token, whatever organization it names', async () => {
    const { secret } = await createToken(bob)
    const headers = { ...bearer(secret), 'organization-id': bobsOwn, cookie: undefined }
    const { body } = await send('GET', '/v1/me', { headers })
    expect(body).toMatchObject({ organization: shared })
  })

  it('200s with the role and the names of now', async () => {
    const program = programWith(service, await createToken(bob))
    await ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: 'admin' } })
    await ada.api.updateOrganization({ body: { name: 'Foresters' } })
    const now = { id: organizationId, name: 'Foresters', role: 'admin' }
    expect((await program.getMe()).organization).toEqual(now)
    expect((await bob.api.getMe()).organization).toEqual(now)
  })

  it('refuses a token that is revoked or expired, and one whose owner was removed', async () => {
    const revoked = await createToken(bob)
    const expiring = await createToken(bob, allScopes, { expiresInDays: 1 })
    const orphaned = await createToken(bob)
    await bob.api.revokeApiToken({ params: { tokenId: revoked.id } })
    expect(await outcomeOf(programWith(service, revoked).getMe())).toBe('401 invalid_api_token')
    clock.advance({ days: 1 })
    expect(await outcomeOf(programWith(service, expiring).getMe())).toBe('401 invalid_api_token')
    await removeMember(service, bob.userId, organizationId)
    expect(await outcomeOf(programWith(service, orphaned).getMe())).toBe('403 permission_denied')
    expect(await outcomeOf(bob.api.getMe())).toBe('403 membership_not_found')
  })
})
