import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Invited, invite, join, resend, roleIn, tokenIn } from '../../support/people/invite.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { answerTo } from '../../support/requests/outcomes.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../support/table/check-sharing.ts'
import { recordsWith } from '../../support/table/records.ts'

const clock = createClock()
const path = '/v1/organizations/current/invitations'

let count = 0

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const signInAs = (name: string) =>
  signIn(service, { email: `${name.toLowerCase()}@example.com`, displayName: name })
/** The owner, an admin, a member, and two who are invited. */
const ada = await signInAs('Ada')
const bob = await signInAs('Bob')
const cem = await signInAs('Cem')
const dora = await signInAs('Dora')
const eve = await signInAs('Eve')
const acme = await join(ada, bob, 'admin')
await join(ada, cem)
const send = createSend(service, ada)

afterAll(async () => {
  await expectSoundSharing(service.table.database)
})

const guest = () => `guest${++count}@example.com`
const outcome = async (request: Promise<unknown>) => (await answerTo(request)).outcome
const accept = ({ api }: Browser, { token }: Pick<Invited, 'token'>) =>
  outcome(api.acceptOrganizationInvitation({ body: { token } }))
const revoke = ({ api }: Browser, { id }: Pick<Invited, 'id'>) =>
  outcome(api.revokeOrganizationInvitation({ params: { invitationId: id } }))
const resendBy = (browser: Browser, invited: Invited) => outcome(resend(browser, invited))
const pending = async ({ api }: Browser) => (await api.listOrganizationInvitations()).invitations

/** Active when it is made. */
const newOrganization = async () =>
  (await ada.api.createOrganization({ body: { name: 'Orchard' } })).activeOrganizationId
const backToAcme = () => ada.api.switchOrganization({ body: { organizationId: acme } })

describe('inviting', () => {
  it('201s with the invitation, its link, and the mail that was sent', async () => {
    const answer = await send('POST', path, { body: { email: ' Frida.K@Example.COM ', role: 'admin' } })
    expect(answer.status).toBe(201)
    const { invitation, acceptUrl } = answer.body as { invitation: { id: string }; acceptUrl: string }
    expect(answer.body).toEqual({
      invitation: {
        id: invitation.id,
        email: 'frida.k@example.com',
        role: 'admin',
        status: 'pending',
        invitedByUserId: ada.userId,
        createdAt: clock.timestamp,
        expiresAt: new Date(clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString(),
      },
      acceptUrl: `${service.origin}/invitations/${tokenIn(acceptUrl)}`,
      emailSent: true,
    })
    expect(tokenIn(acceptUrl)).toMatch(/^[A-Za-z0-9_-]{43,200}$/)
    expect(emailsIn(service.lines, 'frida.k@example.com')).toEqual([
      expect.objectContaining({ mail: 'organization_invitation', link: acceptUrl }),
    ])
    expect(await pending(cem)).toEqual([invitation])
    expect(await revoke(ada, invitation)).toBe('ok')
  })

  it('201s for an admin, and gives the role that it names', async () => {
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

  it('403s for a member', async () => {
    expect(await outcome(invite(cem, guest()))).toBe('403 organization_admin_required')
    expect(await pending(cem)).toEqual([])
  })

  it('400s the own address as invitation_self, however it is written', async () => {
    for (const email of ['ada@example.com', ' ADA@Example.com ']) {
      expect(await send('POST', path, { body: { email, role: 'member' } })).toMatchObject(
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
    expect(await send('POST', path, { body })).toMatchObject(refusal('invalid_request', field))
    expect(await pending(ada)).toEqual([])
  })

  it('409s an address that has a pending invitation, whoever invites, in whatever case; the first stands', async () => {
    const email = guest()
    const invited = await invite(ada, email)
    for (const [by, again] of [
      [ada, email],
      [bob, email],
      [ada, email.toUpperCase()],
    ] as const) {
      expect(await outcome(invite(by, again, 'admin'))).toBe('409 invitation_already_pending')
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
    expect(await resendBy(ada, there)).toBe('403 invitation_not_pending')
    expect(await revoke(ada, here)).toBe('ok')
  })
})

describe('the list', () => {
  it('200s for every member, the newest first, the same on pages of any size', async () => {
    const ids: string[] = []
    for (let index = 0; index < 7; index++) {
      clock.advance({ milliseconds: 1 })
      ids.unshift((await invite(index % 2 ? bob : ada, guest())).id)
    }
    for (const person of [ada, bob, cem]) expect((await pending(person)).map(({ id }) => id)).toEqual(ids)
    for (const limit of [1, 2, 3, 7, 8]) {
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const page = await cem.api.listOrganizationInvitations({ query: { limit, cursor } })
        expect(page.invitations.length).toBeLessThanOrEqual(limit)
        walked.push(...page.invitations.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(walked).toEqual(ids)
    }
    for (const id of ids) expect(await revoke(bob, { id })).toBe('ok')
    expect(await pending(ada)).toEqual([])
  })

  it('and every other answer hold no token; the table holds its hash only', async () => {
    const first = await invite(ada, guest())
    const second = await resend(ada, first)
    const { text } = await send('GET', path)
    for (const { token } of [first, second]) {
      const secret = token.slice(-43)
      expect(text).not.toContain(secret)
      expect(await recordsWith(service.table, secret)).toEqual([])
    }
    const hash = createHash('sha256').update(second.token.slice(-43)).digest('hex')
    expect(await recordsWith(service.table, hash)).toMatchObject([{ invitationId: second.id }])
    expect(await revoke(ada, second)).toBe('ok')
  })
})

describe('resending', () => {
  it('200s with a new link, the same id, and 7 days from now; the earlier link is dead', async () => {
    const first = await invite(ada, dora.email, 'admin')
    const [before] = await pending(ada)
    clock.advance({ days: 1 })
    const { invitation, acceptUrl, emailSent } = await bob.api.resendOrganizationInvitation({
      params: { invitationId: first.id },
    })
    expect(emailSent).toBe(true)
    expect(emailsIn(service.lines, dora.email).at(-1)?.link).toBe(acceptUrl)
    expect(invitation).toEqual({
      ...before,
      expiresAt: new Date(clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString(),
    })
    expect(await pending(cem)).toEqual([invitation])
    expect(tokenIn(acceptUrl)).not.toBe(first.token)
    expect(await accept(dora, first)).toBe('404 invitation_not_found')
    expect(await accept(dora, { token: tokenIn(acceptUrl) })).toBe('ok')
    expect(await roleIn(dora, acme)).toBe('admin')
  })

  it('403s for a member, also for what does not exist; the link lives on', async () => {
    const invited = await invite(ada, eve.email)
    const unknown = { ...invited, id: '00000000-0000-4000-8000-000000000000' }
    for (const refused of [invited, unknown]) {
      expect(await resendBy(cem, refused)).toBe('403 organization_admin_required')
      expect(await revoke(cem, refused)).toBe('403 organization_admin_required')
    }
    expect(await pending(ada)).toMatchObject([{ id: invited.id }])
    expect(await revoke(ada, invited)).toBe('ok')
  })

  it.each(['x', '00000000-0000-4000-8000-00000000000', '%', 'null'])(
    'and revoking 400 the malformed id %j',
    async (id) => {
      expect(await send('DELETE', `${path}/${id}`)).toMatchObject(refusal('invalid_request'))
      expect(await send('POST', `${path}/${id}/resend`)).toMatchObject(refusal('invalid_request'))
    },
  )
})

describe('accepting', () => {
  it('200s: a member with the role of the invitation, in the organization, which is active', async () => {
    const organizationId = await newOrganization()
    const invited = await invite(ada, eve.email, 'admin')
    const before = await eve.api.getOrganizationContext()
    const answer = await createSend(service, eve)('POST', '/v1/organizations/invitations/accept', {
      body: { token: invited.token },
    })
    const context = {
      activeOrganizationId: organizationId,
      organizations: [...before.organizations, { id: organizationId, name: 'Orchard', role: 'admin' }],
    }
    expect(answer).toMatchObject({ status: 200, body: { organizationId, role: 'admin', ...context } })
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
      const answer = await send('POST', '/v1/organizations/invitations/accept', { body: { token } })
      expect(answer).toMatchObject(refusal('invalid_request', 'token'))
    },
  )

  it('404s a token of no invitation, and what is nearly the right one', async () => {
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
