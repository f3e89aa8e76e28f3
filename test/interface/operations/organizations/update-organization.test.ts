import { describe, expect, it } from 'vitest'
import { refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startAcme } from './support/acme.ts'

const { send, ada, bob, cem, acme } = await startAcme()

describe('renaming', () => {
  it.each([
    ['the owner', () => ada],
    ['an admin', () => bob],
  ])('200s for %s, and every member sees the name at once', async (who, person) => {
    const name = `Acme of ${who}`
    const { activeOrganizationId, organizations } = await person().api.updateOrganization({ body: { name } })
    expect(activeOrganizationId).toBe(acme)
    expect(organizations.find(({ id }) => id === acme)).toMatchObject({ name })
    expect(await person().api.getOrganizationContext()).toEqual({ activeOrganizationId, organizations })
    for (const { api } of [ada, bob, cem]) {
      const context = await api.getOrganizationContext()
      expect(context.organizations.filter((organization) => organization.name === name)).toMatchObject([
        { id: acme },
      ])
    }
  })

  it('200s the current name', async () => {
    const before = await ada.api.getOrganizationContext()
    const name = before.organizations.find(({ id }) => id === acme)?.name ?? ''
    expect(await ada.api.updateOrganization({ body: { name } })).toEqual(before)
  })

  it('403s for a member, who changes nothing', async () => {
    const before = await ada.api.getOrganizationContext()
    expect(await outcomeOf(cem.api.updateOrganization({ body: { name: 'Cem' } }))).toBe(
      '403 organization_admin_required',
    )
    expect(await ada.api.getOrganizationContext()).toEqual(before)
  })

  it.each(['', '   ', '\u{1F333}'.repeat(101), 7, null, ['Acme']])('400s the name %.20j', async (name) => {
    expect(await send('PATCH', '/v1/organizations/current', { body: { name } })).toMatchObject(
      refusal('invalid_request', 'name'),
    )
  })
})
