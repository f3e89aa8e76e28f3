import { readRecord } from '@cairn/domain/storage/database/read-record'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { afterEach, describe, expect, it } from 'vitest'
import { removeMember } from '../../../support/people/api-tokens.ts'
import { type Invited, invite, join, type Person, resend, roleIn } from '../../../support/people/invite.ts'
import { responseTo, tally } from '../../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { refuseWrites } from '../../../support/service/hold-writes.ts'
import { proxied, proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../../support/table/check-sharing.ts'

/** An invitation whose inviter is no longer an administrator counts as revoked (contract, "Invitations"). */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const environment = { ...proxyEnvironment, RATE_LIMITS: 'off' }
const service = stopAfterFile(await startTestService({ table, environment }))
/** The same service; tests can hold its engine calls. */
const slow = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, environment }))
const { ada, cem } = proxiedPeople(service, ['ada', 'cem'])
const { activeOrganizationId: acme } = await ada.api.getOrganizationContext()
await join(ada, cem, 'admin')

afterEach(async () => {
  proxy.setFault(undefined)
  await expectSoundSharing(table.database)
})

let count = 0

/** Somebody new, who belongs to no organization here. */
const guest = (at = service): Person => {
  const name = `guest${++count}`
  return proxied(at, { id: `proxy:${name}`, displayName: name, email: `${name}@example.com` })
}

async function newAdmin(): Promise<Person> {
  const admin = guest()
  await join(ada, admin, 'admin')
  return admin
}

const setRole = ({ userId }: Person, role: 'admin' | 'member', by = ada) =>
  by.api.updateOrganizationMemberRole({ params: { userId }, body: { role } })

const outcome = async (request: Promise<unknown>) => (await responseTo(request)).outcome
const accept = ({ api }: Person, { token }: Invited) =>
  outcome(api.acceptOrganizationInvitation({ body: { token } }))
const revoke = ({ api }: Person, { id }: Invited) =>
  outcome(api.revokeOrganizationInvitation({ params: { invitationId: id } }))
/** The listed invitations to somebody's address. */
const pendingTo = async ({ email }: { email: string }) =>
  (await ada.api.listOrganizationInvitations()).invitations
    .filter((invitation) => invitation.email === email)
    .map(({ id }) => id)

const dead = '404 invitation_not_found'
const notPending = '403 invitation_not_pending'
const taken = '409 invitation_already_pending'

/** An invitation of somebody who was an admin when it was sent. */
async function voidInvitation(person = guest()) {
  const inviter = await newAdmin()
  const invited = await invite(inviter, person.email, 'admin')
  await setRole(inviter, 'member')
  return { inviter, person, invited }
}

describe('an invitation whose inviter was demoted', () => {
  it('404s for everybody with the link, also for another address and for a member', async () => {
    const { inviter, person, invited } = await voidInvitation()
    expect(await accept(guest(), invited)).toBe(dead)
    expect(await accept(inviter, invited)).toBe(dead)
    expect(await accept(person, invited)).toBe(dead)
    const { invited: toMember } = await voidInvitation(inviter)
    expect(await accept(inviter, toMember)).toBe(dead)
    expect(await roleIn(person, acme)).toBeUndefined()
  })

  it('403s on revoke and resend for everybody; invitations of others are not changed', async () => {
    const { invited } = await voidInvitation()
    const other = await invite(cem, guest().email)
    for (const person of [ada, cem]) {
      expect(await revoke(person, invited)).toBe(notPending)
      expect(await outcome(resend(person, invited))).toBe(notPending)
    }
    expect([await pendingTo(invited), await pendingTo(other)]).toEqual([[], [other.id]])
    expect(await revoke(ada, other)).toBe('ok')
  })

  it('works again once the inviter is an admin again', async () => {
    const { inviter, person, invited } = await voidInvitation()
    await setRole(inviter, 'admin')
    expect(await pendingTo(person)).toEqual([invited.id])
    expect(await outcome(invite(ada, person.email))).toBe(taken)
    expect(await accept(guest(), invited)).toBe('403 invitation_email_mismatch')
    expect(await accept(person, await resend(cem, invited))).toBe('ok')
    expect(await roleIn(person, acme)).toBe('admin')
  })

  it('ends when its address is invited again, even if the inviter becomes an admin again', async () => {
    const { inviter, person, invited } = await voidInvitation()
    const again = await invite(cem, person.email)
    expect(await pendingTo(person)).toEqual([again.id])
    await setRole(inviter, 'admin')
    expect(await pendingTo(person)).toEqual([again.id])
    expect(await accept(person, invited)).toBe(dead)
    expect(await revoke(ada, invited)).toBe(notPending)
    const data = await readRecord(table.database, invitationEntity, {
      organizationId: acme,
      invitationId: invited.id,
    })
    expect(data).toMatchObject({ status: 'revoked' })
    expect(await outcome(invite(ada, person.email))).toBe(taken)
    expect(await accept(person, again)).toBe('ok')
    expect(await roleIn(person, acme)).toBe('member')
  })

  it('can be void twice: each invitation ends the one before', async () => {
    const { person, invited, inviter } = await voidInvitation()
    const second = await newAdmin()
    const again = await invite(second, person.email)
    await setRole(second, 'member')
    const last = await invite(ada, person.email)
    for (const admin of [inviter, second]) await setRole(admin, 'admin')
    for (const link of [invited, again]) expect(await accept(person, link)).toBe(dead)
    expect(await accept(person, last)).toBe('ok')
  })

  it('is void even if others have resent it', async () => {
    const inviter = await newAdmin()
    const person = guest()
    const resent = await resend(ada, await invite(inviter, person.email))
    await setRole(inviter, 'member')
    expect(await accept(person, resent)).toBe(dead)
    expect(await accept(person, await invite(ada, person.email))).toBe('ok')
  })

  it('is left out of every page of the list', async () => {
    const inviter = await newAdmin()
    const ids: string[] = []
    for (let index = 0; index < 6; index++) {
      const invited = await invite(index % 2 ? inviter : cem, guest().email)
      if (index % 2 === 0) ids.unshift(invited.id)
    }
    await setRole(inviter, 'member')
    for (const limit of [1, 2, 100]) {
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const page = await ada.api.listOrganizationInvitations({ query: { limit, cursor } })
        walked.push(...page.invitations.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(walked).toEqual(ids)
    }
  })
})

describe('an invitation whose inviter is no longer a member', () => {
  it('404s, and its address can be invited again', async () => {
    const inviter = await newAdmin()
    const person = guest()
    const invited = await invite(inviter, person.email)
    await inviter.api.createOrganization({ body: { name: 'Elsewhere' } })
    await removeMember(service, inviter.userId, acme)
    expect(await pendingTo(person)).toEqual([])
    expect(await accept(person, invited)).toBe(dead)
    expect(await accept(guest(), invited)).toBe(dead)
    expect(await revoke(ada, invited)).toBe(notPending)
    expect(await accept(person, await invite(ada, person.email))).toBe('ok')
    await join(ada, inviter)
  })

  it('404s for the inviter, to whom the address now belongs', async () => {
    const inviter = await newAdmin()
    const invited = await invite(inviter, guest().email, 'admin')
    await inviter.api.createOrganization({ body: { name: 'Elsewhere' } })
    await removeMember(service, inviter.userId, acme)
    const moved = proxied(service, { id: inviter.userId, displayName: 'Moved', email: invited.email })
    expect(await accept(moved, invited)).toBe(dead)
    // With the own address again, so that the table shows whom the first invitation made a member.
    await inviter.api.getAuthSession()
    await join(ada, inviter)
  })
})

describe('a demotion during', () => {
  const rounds = 10
  /** Delays the second of two requests by another short time in each round. */
  const later = async <T>(round: number, request: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, round % 6))
    return request()
  }

  it('accepting: the guest joins or 404s, and then stays out', async () => {
    for (let round = 0; round < rounds; round++) {
      const [inviter, person] = [await newAdmin(), guest()]
      const invited = await invite(inviter, person.email)
      const [, accepted] = await Promise.all([
        later(round % 2 ? round : 0, () => setRole(inviter, 'member')),
        later(round % 2 ? 0 : round, () => accept(person, invited)),
      ])
      expect(['ok', dead]).toContain(accepted)
      expect(await roleIn(person, acme)).toBe(accepted === 'ok' ? 'member' : undefined)
      expect(await accept(person, invited)).toBe(dead)
    }
  })

  it.each([
    [
      'accepting',
      (_: Person, person: Person, { token }: Invited) =>
        person.api.acceptOrganizationInvitation({ body: { token } }),
      dead,
    ],
    [
      'revoking',
      (host: Person, _: Person, { id }: Invited) =>
        host.api.revokeOrganizationInvitation({ params: { invitationId: id } }),
      notPending,
    ],
    [
      'resending',
      (host: Person, _: Person, { id }: Invited) =>
        host.api.resendOrganizationInvitation({ params: { invitationId: id } }),
      notPending,
    ],
  ] as const)('%s: refused if the write comes after the demotion', async (_, write, refused) => {
    const inviter = await newAdmin()
    const person = guest(slow)
    await person.api.getOrganizationContext()
    const host = proxied(slow, { id: cem.userId, displayName: 'Cem', email: cem.email })
    const invited = await invite(inviter, person.email)
    const held = refuseWrites(proxy)
    const late = outcome(write(host, person, invited))
    await held.arrived
    await setRole(inviter, 'member')
    held.release()
    expect(await late).toBe(refused)
    expect(await pendingTo(person)).toEqual([])
  })
})

describe('an address that a void invitation holds', () => {
  it('is taken over once by ten hosts at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { person } = await voidInvitation()
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => responseTo(invite(index % 2 ? ada : cem, person.email))),
      )
      expect(tally(responses)).toEqual({ ok: 1, [taken]: 9 })
      expect(await pendingTo(person)).toEqual(responses.flatMap(({ body }) => (body ? [body.id] : [])))
      expect(await revoke(ada, responses.find(({ body }) => body)?.body as Invited)).toBe('ok')
    }
  })

  it('409s if the inviter became an admin again before the write', async () => {
    const { inviter, person, invited } = await voidInvitation()
    const held = refuseWrites(proxy)
    const host = proxied(slow, { id: cem.userId, displayName: 'Cem', email: cem.email })
    const late = outcome(invite(host, person.email))
    await held.arrived
    await setRole(inviter, 'admin')
    held.release()
    expect(await late).toBe(taken)
    expect(await pendingTo(person)).toEqual([invited.id])
    expect(await accept(person, invited)).toBe('ok')
  })

  it('has one pending invitation after any race of promotion, invitation and acceptance', async () => {
    for (let round = 0; round < 10; round++) {
      const { inviter, person, invited } = await voidInvitation()
      const [, again, accepted] = await Promise.all([
        setRole(inviter, 'admin'),
        responseTo(invite(ada, person.email)),
        accept(person, invited),
      ])
      expect(['ok', taken]).toContain(again.outcome)
      expect(['ok', dead]).toContain(accepted)
      // If it was accepted, inviting came later; otherwise one of the two has the address.
      if (accepted === 'ok') expect(again.body ? [again.body.id] : []).toEqual(await pendingTo(person))
      else expect(await pendingTo(person)).toEqual([again.body?.id ?? invited.id])
      for (const id of await pendingTo(person)) expect(await revoke(ada, { ...invited, id })).toBe('ok')
    }
  })
})

describe('a takeover whose response is lost', () => {
  it('is reported as a success', async () => {
    const { inviter, person, invited } = await voidInvitation()
    let writes = 0
    proxy.setFault(({ operation }) =>
      operation === 'TransactWriteItems' && writes++ === 0 ? 'dropAnswer' : 'pass',
    )
    const host = proxied(slow, { id: cem.userId, displayName: 'Cem', email: cem.email })
    const again = await invite(host, person.email)
    expect(writes).toBe(2)
    await setRole(inviter, 'admin')
    expect(await accept(person, invited)).toBe(dead)
    expect(await accept(person, again)).toBe('ok')
  })
})
