import { describe, expect, it } from 'vitest'
import { invite, roleIn } from '../../../support/people/invite.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { accept, guest, pending, revoke, startHosts } from './support/hosts.ts'

const { service, send, signInAs, ada, bob, cem, acme, newOrganization, backToAcme } = await startHosts()
const dora = await signInAs('Dora')
const eve = await signInAs('Eve')

describe('accepting', () => {
  it('200s: the person is a member with the role of the invitation, and the organization is active', async () => {
    const organizationId = await newOrganization()
    const invited = await invite(ada, eve.email, 'admin')
    const before = await eve.api.getOrganizationContext()
    const response = await createSend(service, eve)('POST', '/v1/organizations/invitations/accept', {
      body: { token: invited.token },
    })
    const context = {
      activeOrganizationId: organizationId,
      organizations: [...before.organizations, { id: organizationId, name: 'Orchard', role: 'admin' }],
    }
    expect(response).toMatchObject({ status: 200, body: { organizationId, role: 'admin', ...context } })
    expect(await eve.api.getOrganizationContext()).toEqual(context)
    expect((await ada.api.listOrganizationMembers()).members.at(-1)).toEqual({
      userId: eve.userId,
      displayName: 'Eve',
      email: eve.email,
      role: 'admin',
    })
    expect(await pending(ada)).toEqual([])
    await backToAcme()
  })

  it('403s for everybody but the invited address, and the invitation stays pending', async () => {
    await newOrganization()
    const invited = await invite(ada, eve.email)
    for (const person of [ada, bob, dora]) {
      expect(await accept(person, invited)).toBe('403 invitation_email_mismatch')
    }
    expect(await pending(ada)).toMatchObject([{ id: invited.id, status: 'pending' }])
    expect(await accept(eve, invited)).toBe('ok')
    await backToAcme()
  })

  it('409s for a member, and the invitation stays pending', async () => {
    const invited = await invite(ada, cem.email, 'admin')
    expect(await accept(cem, invited)).toBe('409 invitation_already_member')
    expect(await roleIn(cem, acme)).toBe('member')
    expect(await pending(ada)).toMatchObject([{ id: invited.id, status: 'pending' }])
    expect(await revoke(ada, invited)).toBe('ok')
  })

  it.each(['', ' ', 'a b', 'a.b', 'a/b', 'é', 'a=', 'x'.repeat(201)])(
    '400s the token %.20j',
    async (token) => {
      const response = await send('POST', '/v1/organizations/invitations/accept', { body: { token } })
      expect(response).toMatchObject(refusal('invalid_request', 'token'))
    },
  )

  it('404s an unknown token, and one similar to a valid one', async () => {
    const invited = await invite(ada, guest())
    const { token } = invited
    const wrong = [
      'x',
      '_',
      'x'.repeat(200),
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.slice(-43),
      `${token.slice(0, -43)}${'A'.repeat(43)}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    ]
    for (const text of wrong) {
      expect(await accept(eve, { token: text }), text).toBe('404 invitation_not_found')
    }
    expect(await revoke(ada, invited)).toBe('ok')
  })
})
