import { describe, expect, it } from 'vitest'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { startAcme, switchTo } from './support/acme.ts'

const { service, send, cem, acme } = await startAcme()

describe('creating an organization', () => {
  it('201s with the caller as its owner, active, last in the order of joining', async () => {
    const before = await cem.api.getOrganizationContext()
    const response = await createSend(service, cem)('POST', '/v1/organizations', {
      body: { name: '  Orchard ' },
    })
    const { activeOrganizationId } = response.body as { activeOrganizationId: string }
    expect(response).toMatchObject({
      status: 201,
      body: {
        activeOrganizationId,
        organizations: [
          ...before.organizations,
          { id: activeOrganizationId, name: 'Orchard', role: 'owner' },
        ],
      },
    })
    expect(before.organizations.map(({ id }) => id)).not.toContain(activeOrganizationId)
    expect(await cem.api.getOrganizationContext()).toEqual(response.body)
    const { user: _, ...session } = await cem.api.getAuthSession()
    expect(session).toEqual(response.body)
    await switchTo(cem, acme)
  })

  it('201s the name of another organization, also three times at once', async () => {
    const contexts = await Promise.all(
      [1, 2, 3].map(() => cem.api.createOrganization({ body: { name: 'Acme' } })),
    )
    const made = contexts.map(({ activeOrganizationId }) => activeOrganizationId)
    expect(new Set(made).size).toBe(3)
    const { activeOrganizationId, organizations } = await cem.api.getOrganizationContext()
    expect(made).toContain(activeOrganizationId)
    expect(organizations.map(({ id }) => id)).toEqual(expect.arrayContaining(made))
    await switchTo(cem, acme)
  })

  it.each([1, 100])('201s a name of %d characters outside the BMP', async (length) => {
    const name = '\u{1F333}'.repeat(length)
    const { organizations } = await cem.api.createOrganization({ body: { name } })
    expect(organizations.at(-1)?.name).toBe(name)
    await switchTo(cem, acme)
  })

  it.each(['', '   ', '\u{1F333}'.repeat(101), 7, null, ['Acme']])('400s the name %.20j', async (name) => {
    expect(await send('POST', '/v1/organizations', { body: { name } })).toMatchObject(
      refusal('invalid_request', 'name'),
    )
  })
})
