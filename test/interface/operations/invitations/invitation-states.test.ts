import { readRecord } from '@cairn/domain/storage/database/read-record'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Invited,
  invite,
  join,
  type Person,
  resend,
  roleIn,
  tokenIn,
} from '../../../support/people/invite.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { type Outcome, responseTo } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxied, proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../../support/table/check-sharing.ts'

const clock = createClock()
const oneDay = 24 * 60 * 60 * 1000
let count = 0

const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))
const ada = proxiedPeople(service, ['ada'], clock.read).ada
await ada.api.getAuthSession()

afterAll(async () => {
  await expectSoundSharing(service.table.database)
})

/** Somebody new, who belongs to no organization here. */
const guest = (): Person => {
  const name = `guest${++count}`
  return proxied(
    service,
    { id: `proxy:${name}`, displayName: name, email: `${name}@example.com` },
    clock.read,
  )
}

const outcome = async (request: Promise<unknown>) => (await responseTo(request)).outcome
const accept = ({ api }: Person, { token }: Invited) =>
  outcome(api.acceptOrganizationInvitation({ body: { token } }))
const revoke = ({ id }: Invited) =>
  outcome(ada.api.revokeOrganizationInvitation({ params: { invitationId: id } }))
const isListed = async ({ id }: Invited) =>
  (await ada.api.listOrganizationInvitations()).invitations.some((invitation) => invitation.id === id)

/** Brings an invitation of somebody into each state (service document, section 3). */
const states = {
  pending: (person: Person) => invite(ada, person.email),
  'pending, its link replaced': async (person: Person) => {
    const invited = await invite(ada, person.email)
    await resend(ada, invited)
    return invited
  },
  accepted: async (person: Person) => {
    const invited = await invite(ada, person.email)
    expect(await accept(person, invited)).toBe('ok')
    return invited
  },
  revoked: async (person: Person) => {
    const invited = await invite(ada, person.email)
    expect(await revoke(invited)).toBe('ok')
    return invited
  },
  expired: async (person: Person) => {
    const invited = await invite(ada, person.email)
    clock.advance({ days: 7 })
    return invited
  },
  'void, its inviter demoted': async (person: Person) => {
    const admin = guest()
    await join(ada, admin, 'admin')
    const invited = await invite(admin, person.email)
    await ada.api.updateOrganizationMemberRole({ params: { userId: admin.userId }, body: { role: 'member' } })
    return invited
  },
} satisfies Record<string, (person: Person) => Promise<Invited>>

type State = keyof typeof states
type Row = [State, accept: Outcome, revoke: Outcome, resend: Outcome, again: Outcome, isListed: boolean]

const dead = '404 invitation_not_found'
const notPending = '403 invitation_not_pending'
const taken = '409 invitation_already_pending'

/** The outcome of every trigger in every state: the list, accept, revoke, resend, inviting the address again. */
const rows: Row[] = [
  ['pending', 'ok', 'ok', 'ok', taken, true],
  ['pending, its link replaced', dead, 'ok', 'ok', taken, true],
  ['accepted', dead, notPending, notPending, 'ok', false],
  ['revoked', dead, notPending, notPending, 'ok', false],
  ['expired', dead, notPending, notPending, 'ok', false],
  ['void, its inviter demoted', dead, notPending, notPending, 'ok', false],
]

describe.each(rows)('an invitation that is %s', (state, ...expected) => {
  const [accepted, revoked, resent, again, listed] = expected

  it(`is ${listed ? '' : 'not '}listed`, async () => {
    expect(await isListed(await states[state](guest()))).toBe(listed)
  })

  it(`${accepted} on accept`, async () => {
    const person = guest()
    const invited = await states[state](person)
    const role = await roleIn(person, (await ada.api.getOrganizationContext()).activeOrganizationId)
    expect(await accept(person, invited)).toBe(accepted)
    const { members } = await ada.api.listOrganizationMembers()
    const isMember = members.some(({ userId }) => userId === person.userId)
    expect(isMember).toBe(accepted === 'ok' || role !== undefined)
  })

  it(`${revoked} on revoke, and then has ended`, async () => {
    const person = guest()
    const invited = await states[state](person)
    expect(await revoke(invited)).toBe(revoked)
    expect(await isListed(invited)).toBe(false)
    expect(await revoke(invited)).toBe(notPending)
    expect(await outcome(resend(ada, invited))).toBe(notPending)
    expect(await accept(person, invited)).toBe(dead)
  })

  it(`${resent} on resend, after which only the newest link works`, async () => {
    const person = guest()
    const invited = await states[state](person)
    const response = await responseTo(
      ada.api.resendOrganizationInvitation({ params: { invitationId: invited.id } }),
    )
    expect(response.outcome).toBe(resent)
    expect(await accept(person, invited)).toBe(dead)
    if (!response.body) return
    expect(await accept(person, { ...invited, token: tokenIn(response.body.acceptUrl) })).toBe('ok')
  })

  it(`${again} on inviting its address again`, async () => {
    const person = guest()
    const invited = await states[state](person)
    const other = await responseTo(invite(ada, person.email, 'admin'))
    expect(other.outcome).toBe(again)
    expect(await isListed(invited)).toBe(listed)
    if (!other.body) return
    // The earlier one keeps its state, whatever happens to the later one.
    expect(await accept(person, invited)).toBe(dead)
    expect(await revoke(invited)).toBe(notPending)
    expect(await outcome(resend(ada, invited))).toBe(notPending)
    expect(await isListed(other.body)).toBe(true)
    expect(await accept(person, other.body)).toBe(
      state === 'accepted' ? '409 invitation_already_member' : 'ok',
    )
  })
})

describe('an unknown invitation', () => {
  it('403s on revoke and resend as invitation_not_pending', async () => {
    const unknown = { id: '00000000-0000-4000-8000-000000000000', token: 'x', email: '' }
    expect(await revoke(unknown)).toBe(notPending)
    expect(await outcome(resend(ada, unknown))).toBe(notPending)
  })
})

describe('the expiry of an invitation', () => {
  const expiresAt = (days: number) => new Date(clock.read().getTime() + days * oneDay).toISOString()

  async function recordOf({ id }: Invited) {
    const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
    const data = await readRecord(service.table.database, invitationEntity, {
      organizationId,
      invitationId: id,
    })
    return data
  }

  it('is after 7 days to the millisecond by the clock, although the record is still pending', async () => {
    const [early, late] = [guest(), guest()]
    const [inTime, tooLate] = [await invite(ada, early.email), await invite(ada, late.email)]
    clock.advance({ days: 7, milliseconds: -1 })
    expect(await isListed(tooLate)).toBe(true)
    expect(await accept(early, inTime)).toBe('ok')
    clock.advance({ milliseconds: 1 })
    expect(await recordOf(tooLate)).toMatchObject({ status: 'pending', expiresAt: clock.timestamp })
    expect(await isListed(tooLate)).toBe(false)
    expect(await accept(late, tooLate)).toBe(dead)
    expect(await revoke(tooLate)).toBe(notPending)
    expect(await outcome(resend(ada, tooLate))).toBe(notPending)
  })

  it('starts over with every resend', async () => {
    const person = guest()
    const first = await invite(ada, person.email)
    clock.advance({ days: 6 })
    const second = await resend(ada, first)
    expect(await recordOf(second)).toMatchObject({ expiresAt: expiresAt(7) })
    clock.advance({ days: 6, milliseconds: oneDay - 1 })
    expect(await isListed(second)).toBe(true)
    expect(await outcome(invite(ada, person.email))).toBe(taken)
    expect(await accept(person, second)).toBe('ok')
  })

  it('frees the address at once: 201, 409 for a second one, and only the new link works', async () => {
    const person = guest()
    const old = await invite(ada, person.email, 'admin')
    clock.advance({ days: 7, milliseconds: -1 })
    expect(await outcome(invite(ada, person.email))).toBe(taken)
    clock.advance({ milliseconds: 1 })
    expect(await recordOf(old)).toMatchObject({ status: 'pending' })
    const fresh = await invite(ada, person.email)
    expect(fresh.id).not.toBe(old.id)
    expect(await outcome(invite(ada, person.email))).toBe(taken)
    expect(await accept(person, old)).toBe(dead)
    expect(await accept(person, fresh)).toBe('ok')
  })

  it('is after INVITATION_LIFETIME_DAYS days', async () => {
    const environment = { ...proxyEnvironment, INVITATION_LIFETIME_DAYS: '2' }
    const other = await startTestService({ clock: clock.read, environment, table: service.table })
    const { ada: host, bob } = proxiedPeople(other, ['ada', 'bob'], clock.read)
    const { invitation, acceptUrl } = await host.api.createOrganizationInvitation({
      body: { email: bob.email, role: 'member' },
    })
    expect(invitation.expiresAt).toBe(expiresAt(2))
    clock.advance({ days: 2 })
    const body = { token: tokenIn(acceptUrl) }
    expect(await outcome(bob.api.acceptOrganizationInvitation({ body }))).toBe(dead)
    await other.stop()
  })
})

describe('EMAIL_DELIVERY=off', () => {
  it('201s and 200s with emailSent false; sends no email, and the links work', async () => {
    const environment = { ...proxyEnvironment, EMAIL_DELIVERY: 'off' }
    const quiet = await startTestService({ clock: clock.read, environment, table: service.table })
    const { ada: host, cem } = proxiedPeople(quiet, ['ada', 'cem'], clock.read)
    const issued = await host.api.createOrganizationInvitation({ body: { email: cem.email, role: 'member' } })
    expect(issued).toMatchObject({ emailSent: false, invitation: { status: 'pending' } })
    const params = { invitationId: issued.invitation.id }
    const resent = await host.api.resendOrganizationInvitation({ params })
    expect(resent.emailSent).toBe(false)
    expect(emailsIn(quiet.lines)).toEqual([])
    expect(quiet.lines.join('\n')).not.toContain('/invitations/')
    const body = { token: tokenIn(resent.acceptUrl) }
    expect(await outcome(cem.api.acceptOrganizationInvitation({ body }))).toBe('ok')
    await quiet.stop()
  })
})
