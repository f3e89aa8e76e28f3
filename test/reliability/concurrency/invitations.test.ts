import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type Invited, invite, join, resend, roleIn } from '../../support/people/invite.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import {
  allAtOnce,
  bodiesOf,
  type Outcome,
  type Result,
  responseTo,
  tally,
} from '../../support/requests/outcomes.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../support/table/check-sharing.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
// Cem accepts more often than the rate limit allows.
const environment = { RATE_LIMITS: 'off' }
const service = stopAfterFile(await startTestService({ table, attach: recorder.attach, environment }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
const cem = await signIn(service, { email: 'cem@example.com', displayName: 'Cem' })
const acme = await join(ada, bob, 'admin')

afterEach(async () => {
  recorder.setLost(undefined)
  await expectSoundSharing(table.database)
})

const accept = ({ api }: Browser, { token }: Invited) =>
  responseTo(api.acceptOrganizationInvitation({ body: { token } }))
const revoke = ({ api }: Browser, { id }: Invited) =>
  responseTo(api.revokeOrganizationInvitation({ params: { invitationId: id } }))
const pendingIds = async ({ api }: Browser) =>
  (await api.listOrganizationInvitations()).invitations.map(({ id }) => id)

/** A new organization with an invitation to Cem, who is a member of none of them. */
async function inviteCem(): Promise<{ organizationId: string; invited: Invited }> {
  const { activeOrganizationId } = await ada.api.createOrganization({ body: { name: 'Race' } })
  return { organizationId: activeOrganizationId, invited: await invite(ada, cem.email) }
}

/** Delays the second of two requests by another short time in each round. */
async function later<T>(round: number, request: () => Promise<T>): Promise<T> {
  await delay(round % 6)
  return request()
}

const dead = '404 invitation_not_found'
const notPending = '403 invitation_not_pending'

describe('ten invitations to one address at once', () => {
  it('201 one and 409 nine, by one or by several hosts', async () => {
    for (let round = 0; round < 5; round++) {
      await ada.api.switchOrganization({ body: { organizationId: acme } })
      const email = `guest${round}@example.com`
      const responses = await allAtOnce(10, (index) => invite(round > 1 && index % 2 ? bob : ada, email))
      expect(tally(responses)).toEqual({ ok: 1, '409 invitation_already_pending': 9 })
      const [invited] = bodiesOf(responses)
      expect(await pendingIds(ada)).toEqual([invited?.id])
      expect(emailsIn(service.lines, email)).toHaveLength(1)
      expect((await revoke(bob, invited ?? { id: '', token: '', email })).outcome).toBe('ok')
    }
  })
})

describe('one invitation accepted eight times at once', () => {
  it('creates one membership', async () => {
    for (let round = 0; round < 5; round++) {
      const { organizationId, invited } = await inviteCem()
      const responses = await allAtOnce(8, () =>
        cem.api.acceptOrganizationInvitation({ body: { token: invited.token } }),
      )
      const { ok, ...refused } = tally(responses)
      expect(ok).toBe(1)
      for (const outcome of Object.keys(refused))
        expect([dead, '409 invitation_already_member']).toContain(outcome)
      const { organizations, activeOrganizationId } = await cem.api.getOrganizationContext()
      expect(organizations.filter(({ id }) => id === organizationId)).toHaveLength(1)
      expect(activeOrganizationId).toBe(organizationId)
      expect((await ada.api.listOrganizationMembers()).members).toHaveLength(2)
    }
  })
})

describe('accepting against', () => {
  const rounds = 12
  /** Repeats the race until each side has won once, also on a busy machine. */
  const goesOn = (round: number, done: Set<string>) =>
    round < rounds || (done.size < 2 && round < 10 * rounds)

  /** Expects that exactly one of the two was done, and that the records agree. */
  async function expectOneOf(accepted: Result<unknown>, other: Result<unknown>, organizationId: string) {
    const pair: Outcome[] = [accepted.outcome, other.outcome]
    expect([`ok,${notPending}`, `${dead},ok`]).toContain(String(pair))
    expect(await roleIn(cem, organizationId)).toBe(accepted.outcome === 'ok' ? 'member' : undefined)
    return accepted.outcome === 'ok' ? 'accepted' : 'other'
  }

  it('revoking: exactly one is done, the other 404s or 403s', async () => {
    const done = new Set<string>()
    for (let round = 0; goesOn(round, done); round++) {
      const { organizationId, invited } = await inviteCem()
      const [accepted, revoked] = await Promise.all([
        later(round % 2 ? round : 0, () => accept(cem, invited)),
        later(round % 2 ? 0 : round, () => revoke(ada, invited)),
      ])
      done.add(await expectOneOf(accepted, revoked, organizationId))
      expect(await pendingIds(ada)).toEqual([])
      expect((await responseTo(invite(ada, cem.email))).outcome).toBe('ok')
    }
    expect([...done].toSorted()).toEqual(['accepted', 'other'])
  })

  it('resending: exactly one is done; if it is the resend, the new link works', async () => {
    const done = new Set<string>()
    for (let round = 0; goesOn(round, done); round++) {
      const { organizationId, invited } = await inviteCem()
      const [accepted, resent] = await Promise.all([
        later(round % 2 ? round : 0, () => accept(cem, invited)),
        later(round % 2 ? 0 : round, () => responseTo(resend(ada, invited))),
      ])
      done.add(await expectOneOf(accepted, resent, organizationId))
      if (!resent.body) continue
      expect(await pendingIds(ada)).toEqual([invited.id])
      expect((await accept(cem, invited)).outcome).toBe(dead)
      expect((await accept(cem, resent.body)).outcome).toBe('ok')
    }
    expect([...done].toSorted()).toEqual(['accepted', 'other'])
  })

  it('revoking and resending by two hosts at once: never both accepted and revoked', async () => {
    for (let round = 0; round < 10; round++) {
      const { organizationId, invited } = await inviteCem()
      await join(ada, bob, 'admin')
      const [accepted, revoked, resent] = await Promise.all([
        later(round, () => accept(cem, invited)),
        later(round + 2, () => revoke(ada, invited)),
        later(round + 4, () => responseTo(resend(bob, invited))),
      ])
      expect([accepted.outcome, revoked.outcome].filter((outcome) => outcome === 'ok')).toHaveLength(1)
      if (accepted.outcome === 'ok') expect(resent.outcome).toBe(notPending)
      expect(await roleIn(cem, organizationId)).toBe(accepted.outcome === 'ok' ? 'member' : undefined)
      if (resent.body) expect((await accept(cem, resent.body)).outcome).toBe(dead)
      expect(await pendingIds(ada)).toEqual([])
    }
  })
})

describe('two tokens of one invitation', () => {
  it('at once: the later one works, the earlier one 404s', async () => {
    for (let round = 0; round < 10; round++) {
      const { organizationId, invited } = await inviteCem()
      const renewed = await resend(ada, invited)
      const [first, second] = await Promise.all([accept(cem, invited), accept(cem, renewed)])
      expect([first.outcome, second.outcome]).toEqual([dead, 'ok'])
      expect(await roleIn(cem, organizationId)).toBe('member')
    }
  })

  it('of five resends at once: all are returned, exactly one of them works', async () => {
    for (let round = 0; round < 5; round++) {
      const { organizationId, invited } = await inviteCem()
      const links = bodiesOf(await allAtOnce(5, () => resend(ada, invited)))
      expect(links).toHaveLength(5)
      expect(await pendingIds(ada)).toEqual([invited.id])
      const { ok, ...refused } = tally(
        await Promise.all([invited, ...links].map((link) => accept(cem, link))),
      )
      expect(ok).toBe(1)
      for (const outcome of Object.keys(refused))
        expect([dead, '409 invitation_already_member']).toContain(outcome)
      expect(await roleIn(cem, organizationId)).toBe('member')
    }
  })
})

describe('revoking at once', () => {
  it('five times: 204 one and 403 four', async () => {
    const { invited } = await inviteCem()
    const responses = await Promise.all(Array.from({ length: 5 }, () => revoke(ada, invited)))
    expect(tally(responses)).toEqual({ ok: 1, [notPending]: 4 })
  })

  it('and inviting again: the address has one pending invitation or none', async () => {
    for (let round = 0; round < 10; round++) {
      const { invited } = await inviteCem()
      const [revoked, again] = await Promise.all([
        revoke(ada, invited),
        later(round, () => responseTo(invite(ada, cem.email))),
      ])
      expect(revoked.outcome).toBe('ok')
      expect(['ok', '409 invitation_already_pending']).toContain(again.outcome)
      expect(await pendingIds(ada)).toEqual(again.body ? [again.body.id] : [])
    }
  })
})

describe('accepting into two organizations at once', () => {
  it('200s both, and one of them is active', async () => {
    const [first, second] = [await inviteCem(), await inviteCem()]
    const responses = await Promise.all([accept(cem, first.invited), accept(cem, second.invited)])
    expect(tally(responses)).toEqual({ ok: 2 })
    const { activeOrganizationId, organizations } = await cem.api.getOrganizationContext()
    const ids = [first.organizationId, second.organizationId]
    expect(ids).toContain(activeOrganizationId)
    expect(
      organizations
        .slice(-2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
  })
})

describe('a write whose response is lost', () => {
  it('is reported as a success: inviting, resending, accepting, revoking', async () => {
    let writes = 0
    const { organizationId } = await inviteCem()
    await ada.api.switchOrganization({ body: { organizationId } })
    await revoke(ada, { id: (await pendingIds(ada))[0] ?? '', token: '', email: '' })
    recorder.setLost(({ operation }) => operation === 'TransactWriteItems' && writes++ % 2 === 0)
    const invited = await invite(ada, cem.email)
    const renewed = await resend(ada, invited)
    expect((await accept(cem, invited)).outcome).toBe(dead)
    expect((await accept(cem, renewed)).outcome).toBe('ok')
    const other = await invite(ada, 'eve@example.com')
    expect((await revoke(ada, other)).outcome).toBe('ok')
    expect(writes).toBe(10)
    expect(await roleIn(cem, organizationId)).toBe('member')
  })
})
