import { describe, expect, it } from 'vitest'
import { invite, join, resend, roleIn, tokenIn } from '../../../support/people/invite.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { accept, guest, invitationsPath, pending, revoke, startHosts } from './support/hosts.ts'

const clock = createClock()
const { service, send, signInAs, ada, bob, cem, acme, newOrganization, backToAcme } = await startHosts({
  clock: clock.read,
})
const dora = await signInAs('Dora')

describe('inviting', () => {
  it('201s with the invitation and its link, and sends an email', async () => {
    const response = await send('POST', invitationsPath, {
      body: { email: ' Frida.K@Example.COM ', role: 'admin' },
    })
    expect(response.status).toBe(201)
    const { invitation, acceptUrl } = response.body as { invitation: { id: string }; acceptUrl: string }
    expect(response.body).toEqual({
      invitation: {
        id: invitation.id,
        email: 'frida.k@example.com',
        role: 'admin',
        status: 'pending',
        invitedByUserId: ada.userId,
        emailBouncedAt: null,
        createdAt: clock.timestamp,
        expiresAt: new Date(clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString(),
      },
      acceptUrl: `${service.origin}/invitations/${tokenIn(acceptUrl)}`,
      emailSent: true,
    })
    expect(tokenIn(acceptUrl)).toMatch(/^[A-Za-z0-9_-]{43,200}$/)
    expect(emailsIn(service.lines, 'frida.k@example.com')).toEqual([
      expect.objectContaining({ kind: 'organization_invitation', link: acceptUrl }),
    ])
    expect(await pending(cem)).toEqual([invitation])
    expect(await revoke(ada, invitation)).toBe('ok')
  })

  it('201s for an admin, and the guest gets the named role', async () => {
    for (const role of ['admin', 'member'] as const) {
      const organizationId = await newOrganization()
      await join(ada, bob, 'admin')
      const invited = await invite(bob, dora.email, role)
      expect(await accept(dora, invited)).toBe('ok')
      expect(await roleIn(dora, organizationId)).toBe(role)
    }
    await backToAcme()
    await bob.api.switchOrganization({ body: { organizationId: acme } })
  })

  it('400s the own address as invitation_self, in any spelling', async () => {
    for (const email of ['ada@example.com', ' ADA@Example.com ']) {
      expect(await send('POST', invitationsPath, { body: { email, role: 'member' } })).toMatchObject(
        refusal('invitation_self'),
      )
    }
  })

  it.each([
    ['email', { email: 'nobody', role: 'member' }],
    ['email', { email: 7, role: 'member' }],
    ['email', { email: `${'a'.repeat(309)}@example.com`, role: 'member' }],
    ['email', { role: 'member' }],
    ['role', { email: 'gil@example.com', role: 'owner' }],
    ['role', { email: 'gil@example.com' }],
  ])('400s the %s of %.60j', async (field, body) => {
    expect(await send('POST', invitationsPath, { body })).toMatchObject(refusal('invalid_request', field))
    expect(await pending(ada)).toEqual([])
  })

  it('409s an address with a pending invitation, whoever invites, in any case, and keeps the first', async () => {
    const email = guest()
    const invited = await invite(ada, email)
    for (const [by, again] of [
      [ada, email],
      [bob, email],
      [ada, email.toUpperCase()],
    ] as const) {
      expect(await outcomeOf(invite(by, again, 'admin'))).toBe('409 invitation_already_pending')
    }
    expect(emailsIn(service.lines, email)).toHaveLength(1)
    expect(await pending(ada)).toMatchObject([{ id: invited.id, role: 'member' }])
    expect(await revoke(ada, invited)).toBe('ok')
  })

  it('201s the same address into another organization', async () => {
    const email = guest()
    const here = await invite(ada, email)
    await newOrganization()
    const there = await invite(ada, email)
    expect((await pending(ada)).map(({ id }) => id)).toEqual([there.id])
    await backToAcme()
    expect((await pending(ada)).map(({ id }) => id)).toEqual([here.id])
    expect(await revoke(ada, there)).toBe('403 invitation_not_pending')
    expect(await outcomeOf(resend(ada, there))).toBe('403 invitation_not_pending')
    expect(await revoke(ada, here)).toBe('ok')
  })
})
