import { createClient } from '@cairn/contract/http/client'
import { afterEach, describe, expect, it } from 'vitest'
import { invite, join } from '../../../support/people/invite.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { type Outcome, responseTo, tally } from '../../../support/requests/outcomes.ts'
import { recordCalls } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { holdWrites } from '../../../support/service/hold-writes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../../support/table/check-sharing.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
const environment = { WEB_ORIGIN: service.origin }
/** The same service; tests can hold its engine calls. */
const slow = stopAfterFile(await startTestService({ table, attach: recorder.attach, environment }))
const signInAs = (name: string) =>
  signIn(service, { email: `${name.toLowerCase()}@example.com`, displayName: name })
const ada = await signInAs('Ada')
const bob = await signInAs('Bob')
const cem = await signInAs('Cem')
const dora = await signInAs('Dora')
const acme = await join(ada, bob, 'admin')
await join(ada, cem, 'admin')
await join(ada, dora, 'admin')

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundSharing(table.database)
})

const setRole = ({ api }: Pick<Browser, 'api'>, { userId }: Browser, role: 'admin' | 'member') =>
  responseTo(api.updateOrganizationMemberRole({ params: { userId }, body: { role } }))

const rolesNow = async () => {
  const { members } = await ada.api.listOrganizationMembers()
  return Object.fromEntries(members.map(({ displayName, role }) => [displayName, role]))
}

async function makeAdmins(...people: Browser[]): Promise<void> {
  for (const person of people) expect((await setRole(ada, person, 'admin')).outcome).toBe('ok')
}

const refused: Outcome = '403 organization_admin_required'

describe('two admins who demote each other at once', () => {
  it('200 one and 403 the other, who is now a member', async () => {
    for (let round = 0; round < 12; round++) {
      await makeAdmins(bob, cem)
      const [byBob, byCem] = await Promise.all([setRole(bob, cem, 'member'), setRole(cem, bob, 'member')])
      expect([byBob.outcome, byCem.outcome].toSorted()).toEqual([refused, 'ok'])
      const bobWon = byBob.outcome === 'ok'
      expect(await rolesNow()).toMatchObject({
        Ada: 'owner',
        Bob: bobWon ? 'admin' : 'member',
        Cem: bobWon ? 'member' : 'admin',
      })
    }
  })
})

describe('three admins who demote each other in a circle', () => {
  it('leave one of them an admin: 200 two and 403 one', async () => {
    for (let round = 0; round < 8; round++) {
      await makeAdmins(bob, cem, dora)
      const circle = [
        [bob, cem],
        [cem, dora],
        [dora, bob],
      ] as const
      const responses = await Promise.all(circle.map(([by, whom]) => setRole(by, whom, 'member')))
      // The first one demoted cannot demote the next one, who therefore demotes the one before.
      expect(tally(responses)).toEqual({ ok: 2, [refused]: 1 })
      const roles = Object.values(await rolesNow())
      expect(roles.filter((role) => role === 'member')).toHaveLength(2)
    }
  })
})

describe('demotions of everybody by everybody', () => {
  it('403 for the owner, who stays the owner', async () => {
    for (let round = 0; round < 6; round++) {
      await makeAdmins(bob, cem, dora)
      const everybody = [ada, bob, cem, dora]
      const responses = await Promise.all(
        everybody.flatMap((by) =>
          everybody.map(async (whom) => ({ whom, ...(await setRole(by, whom, 'member')) })),
        ),
      )
      for (const { whom, outcome } of responses) {
        const expected = whom === ada ? ['403 owner_role_immutable', refused] : ['ok', refused]
        expect(expected).toContain(outcome)
      }
      expect(await rolesNow()).toEqual({ Ada: 'owner', Bob: 'member', Cem: 'member', Dora: 'member' })
      expect((await setRole(ada, ada, 'member')).outcome).toBe('403 owner_role_immutable')
    }
  })

  it('and promotions at the same time end in one of the two roles, the same in list and context', async () => {
    for (let round = 0; round < 8; round++) {
      await makeAdmins(bob)
      await Promise.all([
        ...[1, 2, 3].map(() => setRole(ada, cem, 'admin')),
        ...[1, 2, 3].map(() => setRole(bob, cem, 'member')),
      ])
      const { Cem: listed } = await rolesNow()
      const { organizations } = await cem.api.getOrganizationContext()
      expect(organizations.find(({ id }) => id === acme)?.role).toBe(listed)
    }
  })
})

describe('a role that is lowered while the admin writes', () => {
  it('stays lowered: the admin ends as a member, and the next request is refused', async () => {
    for (let round = 0; round < 10; round++) {
      await makeAdmins(bob)
      const [lowered, ...writes] = await Promise.all([
        setRole(ada, bob, 'member'),
        responseTo(bob.api.updateOrganization({ body: { name: `Bob's ${round}` } })),
        responseTo(invite(bob, `guest${round}@example.com`)),
        setRole(bob, bob, 'admin'),
        setRole(bob, bob, 'admin'),
      ])
      expect(lowered.outcome).toBe('ok')
      for (const { outcome } of writes) expect(['ok', refused]).toContain(outcome)
      expect(await rolesNow()).toMatchObject({ Bob: 'member' })
      const after = [
        await responseTo(bob.api.updateOrganization({ body: { name: 'Too late' } })),
        await responseTo(invite(bob, 'late@example.com')),
        await setRole(bob, bob, 'admin'),
      ]
      expect(tally(after)).toEqual({ [refused]: 3 })
    }
    // His invitations would change with his role.
    await makeAdmins(bob)
    for (const { id } of (await ada.api.listOrganizationInvitations()).invitations) {
      await ada.api.revokeOrganizationInvitation({ params: { invitationId: id } })
    }
  })
})

describe('a role that is lowered and raised again while the admin writes', () => {
  it('200s the write, which started and ended with the right', async () => {
    await makeAdmins(bob, dora)
    const held = holdWrites(recorder)
    const headers = { origin: service.origin, cookie: bob.cookie }
    const late = setRole({ api: createClient({ baseUrl: slow.origin, headers }) }, dora, 'member')
    await held.arrived
    expect((await setRole(ada, bob, 'member')).outcome).toBe('ok')
    // The write is refused; before the service reads why, Bob is an admin again.
    const asked = Promise.withResolvers<void>()
    const raised = Promise.withResolvers<void>()
    recorder.setHold(({ operation }) => {
      if (!operation.endsWith('GetItem')) return undefined
      asked.resolve()
      return raised.promise
    })
    held.release()
    await asked.promise
    await makeAdmins(bob)
    raised.resolve()
    expect((await late).outcome).toBe('ok')
    expect(await rolesNow()).toMatchObject({ Bob: 'admin', Dora: 'member' })
  })
})
