import { describe, expect, it } from 'vitest'
import { createGoal } from '../../../support/people/goals.ts'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startAcme, switchTo } from './support/acme.ts'

const { send, ada, bob, cem, acme } = await startAcme()

describe('switching', () => {
  it('200s to every membership, and the context follows', async () => {
    const { organizations } = await cem.api.getOrganizationContext()
    expect(organizations).toHaveLength(2)
    for (const { id } of organizations) {
      const switched = await switchTo(cem, id)
      expect(switched).toEqual({ activeOrganizationId: id, organizations })
      expect(await cem.api.getOrganizationContext()).toEqual(switched)
    }
    expect((await switchTo(cem, acme.toUpperCase())).activeOrganizationId).toBe(acme)
  })

  it('403s an organization of others and one that does not exist, and keeps the selection', async () => {
    const before = await ada.api.getOrganizationContext()
    const foreign = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    for (const organizationId of [foreign, unknownId]) {
      const response = await send('POST', '/v1/organizations/switch', { body: { organizationId } })
      expect(response).toMatchObject(refusal('membership_not_found'))
      expect(await ada.api.getOrganizationContext()).toEqual(before)
    }
  })

  it.each(['', 'acme', 7, null, '00000000-0000-4000-8000-00000000000'])(
    '400s the identifier %j and keeps the selection',
    async (organizationId) => {
      const response = await send('POST', '/v1/organizations/switch', { body: { organizationId } })
      expect(response).toMatchObject(refusal('invalid_request', 'organizationId'))
      expect((await ada.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    },
  )

  it('changes for the user, not only for the session, and for nobody else', async () => {
    const home = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    await switchTo(bob, home)
    expect((await ada.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    expect((await cem.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    await switchTo(bob, acme)
  })

  it('scopes goals, labels, members, invitations and tokens to the active organization', async () => {
    const { id: goalId } = await createGoal(bob)
    await bob.api.createGoalLabel({ body: { name: 'Forest' } })
    await bob.api.createOrganizationInvitation({ body: { email: 'eve@example.com', role: 'member' } })
    await bob.api.createApiToken({ body: { name: 'Helpdesk', scopes: ['goals:read'] } })
    const counts = async () => [
      (await bob.api.listGoals()).goals.length,
      (await bob.api.listGoalLabels()).labels.length,
      (await bob.api.listOrganizationMembers()).members.length,
      (await bob.api.listOrganizationInvitations()).invitations.length,
      (await bob.api.listApiTokens()).tokens.length,
    ]
    expect(await counts()).toEqual([1, 1, 3, 1, 1])
    const home = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    await switchTo(bob, home)
    expect(await counts()).toEqual([0, 0, 1, 0, 0])
    expect(await outcomeOf(bob.api.getGoal({ params: { goalId } }))).toBe('404 goal_not_found')
    await switchTo(bob, acme)
    expect(await counts()).toEqual([1, 1, 3, 1, 1])
  })
})
