/** People who were made members by an invitation, and were removed from their only organization. */
import { describe, expect, it } from 'vitest'
import { beginSession, mailedToken, password } from '../../../support/people/accounts.ts'
import { anonymous, withCookie } from '../../../support/people/clients.ts'
import { invite } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'

const { service, ada } = await startWithAda()
const { activeOrganizationId: acme } = await ada.api.getOrganizationContext()
let people = 0

/** Somebody who registered from an invitation, and was removed. */
async function removed() {
  const { token: invitationToken, email } = await invite(ada, `gus${++people}@example.com`)
  await anonymous(service).register({ body: { email, password, displayName: 'Gus', invitationToken } })
  await anonymous(service).verifyEmail({ body: { token: mailedToken(service, email) } })
  const api = withCookie(service, await beginSession(service, email))
  const { user } = await api.getAuthSession()
  const params = { userId: user.id }
  await ada.api.removeOrganizationMember({ params, body: { reassignGoalsTo: null } })
  return { email, api }
}

describe('a person without any organization', () => {
  it('is refused where they were, and gets their own with the next request for the session', async () => {
    const { api } = await removed()
    for (const request of [
      () => api.listGoals(),
      () => api.listApiTokens(),
      () => api.listOrganizationMembers(),
      () => api.getMe(),
    ]) {
      expect(await outcomeOf(request())).toBe('403 membership_not_found')
    }
    const { organizations, activeOrganizationId } = await api.getAuthSession()
    expect(organizations).toEqual([{ id: activeOrganizationId, name: 'Gus', role: 'owner' }])
    expect(await outcomeOf(api.listGoals())).toBe('ok')
  })

  it('can create one by name instead', async () => {
    const { api } = await removed()
    const context = await api.createOrganization({ body: { name: 'Mine' } })
    expect(context.organizations).toMatchObject([{ name: 'Mine', role: 'owner' }])
    expect(await api.getOrganizationContext()).toEqual(context)
  })

  it('can accept another invitation instead', async () => {
    const { api, email } = await removed()
    const { token } = await invite(ada, email)
    const { organizations } = await api.acceptOrganizationInvitation({ body: { token } })
    expect(organizations).toMatchObject([{ id: acme, role: 'member' }])
    expect(await api.getOrganizationContext()).toMatchObject({ organizations })
  })
})
