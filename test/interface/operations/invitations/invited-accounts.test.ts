/** Accounts that are made from an invitation, which get no organization of their own. */
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { describe, expect, it } from 'vitest'
import {
  beginSession,
  mailedToken,
  password,
  registerVerified,
  tokensIn,
  verify,
} from '../../../support/people/accounts.ts'
import { anonymous, withCookie } from '../../../support/people/clients.ts'
import { type Invited, invite, resend } from '../../../support/people/invite.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { guest, pending, revoke, startHosts } from './support/hosts.ts'

const clock = createClock()
const { service, ada, bob, acme } = await startHosts({ clock: clock.read })
const send = createSend(service)
const hour = 60 * 60 * 1000

async function register(email: string, invitationToken?: string): Promise<void> {
  const body = { email, password, displayName: 'Gus', ...(invitationToken && { invitationToken }) }
  expect(await send('POST', '/v1/auth/register', { body })).toMatchObject({ status: 202, body: { email } })
}

/** Registers from the link and verifies the address. */
async function registerInvited({ email, token }: Invited): Promise<void> {
  await register(email, token)
  expect(await verify(send, mailedToken(service, email))).toMatchObject({ status: 200 })
}

const firstSession = async (email: string) => withCookie(service, await beginSession(service, email))
const inAcme = { activeOrganizationId: acme, organizations: [{ id: acme, name: 'Ada', role: 'member' }] }
const onItsOwn = { organizations: [{ name: 'Gus', role: 'owner' }] }
const accountOf = (email: string) =>
  readRecord(service.table.database, principalEntity, { emailKey: keyOf(email) })

describe('an account that is registered from an invitation', () => {
  it('is a member with its first sign-in, and has no organization of its own', async () => {
    const invited = await invite(ada, guest(), 'member')
    await registerInvited(invited)
    expect((await pending(ada)).map(({ id }) => id)).toContain(invited.id)
    const api = await firstSession(invited.email)
    expect((await pending(ada)).map(({ id }) => id)).not.toContain(invited.id)
    expect(await api.getAuthSession()).toMatchObject({ user: { displayName: 'Gus' }, ...inAcme })
    const { members } = await ada.api.listOrganizationMembers()
    expect(members.find(({ email }) => email === invited.email)).toMatchObject({ role: 'member' })
    expect(await outcomeOf(api.acceptOrganizationInvitation({ body: { token: invited.token } }))).toBe(
      '404 invitation_not_found',
    )
    const { events } = await ada.api.listEvents()
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['invitation.accepted', 'member.joined'])
    expect((await accountOf(invited.email))?.invitation).toBeUndefined()
    expect(await (await firstSession(invited.email)).getOrganizationContext()).toEqual(inAcme)
  })

  it('joins with a link that was replaced after it registered: it proved the one of that time', async () => {
    const invited = await invite(ada, guest())
    await registerInvited(invited)
    await resend(ada, invited)
    expect(await (await firstSession(invited.email)).getOrganizationContext()).toEqual(inAcme)
  })

  it.each([
    ['is revoked', (invited: Invited) => revoke(ada, invited)],
    ['expires', async () => clock.advance({ milliseconds: 7 * 24 * hour })],
    [
      'is void',
      async () => {
        const params = { userId: bob.userId }
        await ada.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
      },
    ],
  ])('gets its own organization if the invitation %s before the first sign-in', async (_, end) => {
    const invited = await invite(bob, guest())
    await registerInvited(invited)
    await end(invited)
    const api = await firstSession(invited.email)
    expect(await api.getOrganizationContext()).toMatchObject(onItsOwn)
    expect((await accountOf(invited.email))?.invitation).toBeUndefined()
    await ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: 'admin' } })
    expect(await (await firstSession(invited.email)).getOrganizationContext()).toMatchObject(onItsOwn)
  })

  it.each([
    ['of another address', async () => (await invite(ada, guest())).token],
    ['with another secret', async (token: string) => `${token.slice(0, -43)}${'A'.repeat(43)}`],
    ['of an unknown form', async () => 'nothing'],
  ])('ignores a token %s', async (_, tokenFor) => {
    const invited = await invite(ada, guest())
    await registerInvited({ ...invited, token: await tokenFor(invited.token) })
    expect((await accountOf(invited.email))?.invitation).toBeUndefined()
    expect(await (await firstSession(invited.email)).getOrganizationContext()).toMatchObject(onItsOwn)
    expect((await pending(ada)).map(({ id }) => id)).toContain(invited.id)
  })

  it('forgets the invitation if somebody registers the address again without it', async () => {
    const invited = await invite(ada, guest())
    await register(invited.email, invited.token)
    await registerInvited({ ...invited, token: '' })
    expect(await (await firstSession(invited.email)).getOrganizationContext()).toMatchObject(onItsOwn)
  })

  it('joins once with many first sign-ins at once', async () => {
    const invited = await invite(ada, guest())
    await registerInvited(invited)
    const cookies = await Promise.all(Array.from({ length: 8 }, () => beginSession(service, invited.email)))
    for (const cookie of cookies) {
      expect(await withCookie(service, cookie).getOrganizationContext()).toEqual(inAcme)
    }
    const { members } = await ada.api.listOrganizationMembers()
    expect(members.filter(({ email }) => email === invited.email)).toHaveLength(1)
  })

  it('either joins or has its own organization if the invitation is revoked at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const invited = await invite(ada, guest())
      await registerInvited(invited)
      const [cookie, revoked] = await Promise.all([
        beginSession(service, invited.email),
        revoke(ada, invited),
      ])
      const context = await withCookie(service, cookie).getOrganizationContext()
      expect(context).toMatchObject(revoked === 'ok' ? onItsOwn : inAcme)
    }
  })

  it.each(['a b', '', 'x'.repeat(201)])('400s the token %.20j', async (invitationToken) => {
    const body = { email: guest(), password, displayName: 'Gus', invitationToken }
    expect(await send('POST', '/v1/auth/register', { body })).toMatchObject(
      refusal('invalid_request', 'invitationToken'),
    )
  })
})

describe('a new user whose first request accepts an invitation', () => {
  /** A verified person who has not used the session yet. */
  async function newcomer() {
    const email = guest()
    await registerVerified(service, { email, displayName: 'Gus' })
    return { email, api: await firstSession(email) }
  }

  it('has no organization of their own', async () => {
    const { email, api } = await newcomer()
    const { token } = await invite(ada, email)
    const accepted = await api.acceptOrganizationInvitation({ body: { token } })
    expect(accepted).toEqual({ organizationId: acme, role: 'member', ...inAcme })
    expect((await api.listGoals()).goals).toEqual([])
    expect(await api.getAuthSession()).toMatchObject(inAcme)
    expect((await api.getNotificationPreferences()).preferences).toBeDefined()
  })

  it('creates nothing if it is refused, and the next request creates one', async () => {
    const { email, api } = await newcomer()
    const other = await invite(ada, guest())
    const accept = (token: string) => outcomeOf(api.acceptOrganizationInvitation({ body: { token } }))
    expect(await accept(other.token)).toBe('403 invitation_email_mismatch')
    expect(await accept('nothing')).toBe('404 invitation_not_found')
    const { token } = await invite(ada, email)
    expect(await accept(token)).toBe('ok')
    expect(await api.getOrganizationContext()).toEqual(inAcme)
    const alone = await newcomer()
    expect(await outcomeOf(alone.api.acceptOrganizationInvitation({ body: { token: other.token } }))).toBe(
      '403 invitation_email_mismatch',
    )
    expect(await alone.api.getOrganizationContext()).toMatchObject(onItsOwn)
  })

  it('joins once, with or without an own organization, if other first requests run at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { email, api } = await newcomer()
      const { token } = await invite(ada, email)
      const [first, , second] = await Promise.all([
        outcomeOf(api.acceptOrganizationInvitation({ body: { token } })),
        api.getOrganizationContext(),
        outcomeOf(api.acceptOrganizationInvitation({ body: { token } })),
      ])
      expect([first, second].filter((outcome) => outcome === 'ok')).toHaveLength(1)
      const { organizations } = await api.getOrganizationContext()
      expect(organizations.filter(({ id }) => id === acme)).toHaveLength(1)
      expect(organizations.length).toBeLessThanOrEqual(2)
    }
  })

  it('401s if all sessions have ended meanwhile, and creates no user', async () => {
    const { email, api } = await newcomer()
    const { token } = await invite(ada, email)
    await send('POST', '/v1/auth/password/forgot', { body: { email } })
    const reset = tokensIn(service, email, 'password_reset').at(-1)
    await send('POST', '/v1/auth/password/reset', {
      body: { token: reset, password: 'another horse battery' },
    })
    expect(await outcomeOf(api.acceptOrganizationInvitation({ body: { token } }))).toBe('401 unauthorized')
    expect(await outcomeOf(anonymous(service).previewOrganizationInvitation({ body: { token } }))).toBe('ok')
  })
})
