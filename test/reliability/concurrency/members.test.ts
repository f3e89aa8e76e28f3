import { createClient } from '@cairn/contract/http/client'
import { afterEach, describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, newGoal, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { responseTo, tally } from '../../support/requests/outcomes.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { holdWrites } from '../../support/service/hold-writes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Members who are removed, leave, or get the organization, while others do something else with it. */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold its writes. */
const slow = stopAfterFile(
  await startTestService({ table, attach: recorder.attach, environment: { WEB_ORIGIN: service.origin } }),
)
const slowly = ({ cookie }: Browser) =>
  createClient({ baseUrl: slow.origin, headers: { origin: service.origin, cookie } })

const signInAs = (name: string) =>
  signIn(service, { email: `${name.toLowerCase()}@example.com`, displayName: name })
const [ada, bob, cem, dora] = [
  await signInAs('Ada'),
  await signInAs('Bob'),
  await signInAs('Cem'),
  await signInAs('Dora'),
]

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundTable(table.database)
})

/** A new organization of Ada, with the others as they are named; it is active for all of them. */
async function startTeam() {
  await ada.api.createOrganization({ body: { name: 'Team' } })
  await join(ada, bob, 'admin')
  await join(ada, cem, 'admin')
  await join(ada, dora)
}

const remove = ({ api }: Pick<Browser, 'api'>, { userId }: Browser, to: Browser | null = null) =>
  responseTo(
    api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: to?.userId ?? null } }),
  )
const handOver = ({ api }: Pick<Browser, 'api'>, { userId }: Browser) =>
  responseTo(api.changeOrganizationOwner({ body: { userId, password } }))

const rolesNow = async ({ api }: Browser) => {
  const { members } = await api.listOrganizationMembers()
  return Object.fromEntries(members.map(({ displayName, role }) => [displayName, role]))
}

describe('hand-overs at once', () => {
  it('by the same owner: exactly one wins, whoever they are to', async () => {
    for (let round = 0; round < 5; round++) {
      await startTeam()
      const responses = await Promise.all([handOver(ada, bob), handOver(ada, cem), handOver(ada, dora)])
      expect(tally(responses)).toEqual({ ok: 1, '403 organization_owner_required': 2 })
      const roles = await rolesNow(ada)
      expect(roles.Ada).toBe('admin')
      expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  it('and the removal of who gets the organization: the owner is never removed', async () => {
    for (let round = 0; round < 8; round++) {
      await startTeam()
      const [handed, removed] = await Promise.all([handOver(ada, cem), remove(bob, cem)])
      const outcomes = [handed.outcome, removed.outcome]
      expect([
        ['ok', '409 sole_owner'],
        ['400 member_not_found', 'ok'],
      ]).toContainEqual(outcomes)
      expect((await rolesNow(ada))[removed.outcome === 'ok' ? 'Ada' : 'Cem']).toBe('owner')
    }
  })

  it('and the new owner who leaves in the meantime: one of the two is refused', async () => {
    for (let round = 0; round < 8; round++) {
      await startTeam()
      const [handed, left] = await Promise.all([handOver(ada, dora), remove(dora, dora)])
      expect([
        ['ok', '409 sole_owner'],
        ['400 member_not_found', 'ok'],
      ]).toContainEqual([handed.outcome, left.outcome])
    }
  })

  it('and a change of the role of who gets the organization: the owner stays the owner', async () => {
    for (let round = 0; round < 5; round++) {
      await startTeam()
      const params = { userId: cem.userId }
      const [handed, changed] = await Promise.all([
        handOver(ada, cem),
        responseTo(bob.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })),
      ])
      expect(handed.outcome).toBe('ok')
      expect(['ok', '403 owner_role_immutable']).toContain(changed.outcome)
      expect(await rolesNow(ada)).toMatchObject({ Ada: 'admin', Cem: 'owner' })
    }
  })
})

describe('removals at once', () => {
  it('of the same member: one succeeds', async () => {
    await startTeam()
    const responses = await Promise.all([remove(ada, dora), remove(bob, dora), remove(cem, dora)])
    expect(tally(responses)).toEqual({ ok: 1, '404 organization_member_not_found': 2 })
  })

  it('of two admins by each other: one succeeds, and the other one has lost the authority', async () => {
    for (let round = 0; round < 8; round++) {
      await startTeam()
      const responses = await Promise.all([remove(bob, cem), remove(cem, bob)])
      expect(tally(responses)).toEqual({ ok: 1, '403 membership_not_found': 1 })
    }
  })

  it('of a member and of who gets the goals: the goals never go to somebody who is no member', async () => {
    for (let round = 0; round < 8; round++) {
      await startTeam()
      const { id: goalId } = await createGoal(dora)
      const [first, second] = await Promise.all([remove(ada, dora, cem), remove(bob, cem, ada)])
      expect(second.outcome).toBe('ok')
      expect(['ok', '400 invalid_goal_owner']).toContain(first.outcome)
      await service.sweep()
      const { goal } = await ada.api.getGoal({ params: { goalId } })
      expect(goal.ownerUserId).toBe(first.outcome === 'ok' ? ada.userId : dora.userId)
    }
  })

  it('and a new organization of the member: both stand', async () => {
    for (let round = 0; round < 5; round++) {
      await startTeam()
      const [removed, created] = await Promise.all([
        remove(ada, dora),
        responseTo(dora.api.createOrganization({ body: { name: `Mine ${round}` } })),
      ])
      expect([removed.outcome, created.outcome]).toEqual(['ok', 'ok'])
    }
  })
})

describe('a member who is removed while a request of theirs is running', () => {
  it('reports, or is refused: a report is whole, and none follows', async () => {
    for (let round = 0; round < 8; round++) {
      await startTeam()
      const { id: goalId } = await createGoal(dora)
      const program = programWith(service, await createToken(dora))
      const report = (revision: number) =>
        responseTo(
          program.createGoalUpdate({
            params: { goalId },
            body: reportOf(`Report ${revision}`, { expectedRevision: revision }),
          }),
        )
      const [reported, removed] = await Promise.all([report(1), remove(ada, dora, ada)])
      expect(removed.outcome).toBe('ok')
      expect(['ok', '403 permission_denied']).toContain(reported.outcome)
      expect((await report(2)).outcome).toBe('403 permission_denied')
      await service.sweep()
      const { goal } = await ada.api.getGoal({ params: { goalId } })
      const isReported = reported.outcome === 'ok'
      expect(goal).toMatchObject({ ownerUserId: ada.userId, revision: isReported ? 2 : 1 })
      // Revoked by then.
      expect((await report(goal.revision)).outcome).toBe('401 invalid_api_token')
    }
  })

  it('may still publish a goal, which is given away too', async () => {
    await startTeam()
    const { arrived, release } = holdWrites(recorder)
    const late = slowly(dora).createGoal({ body: newGoal })
    await arrived
    expect((await remove(ada, dora, bob)).outcome).toBe('ok')
    release()
    const { goal } = await late
    expect(goal.ownerUserId).toBe(dora.userId)
    await service.sweep()
    const { goal: given } = await ada.api.getGoal({ params: { goalId: goal.id } })
    expect(given.ownerUserId).toBe(bob.userId)
  })

  it('gets no goals of who is removed at the same moment', async () => {
    await startTeam()
    const { arrived, release } = holdWrites(recorder)
    const late = responseTo(
      slowly(ada).removeOrganizationMember({
        params: { userId: cem.userId },
        body: { reassignGoalsTo: dora.userId },
      }),
    )
    await arrived
    expect((await remove(bob, dora)).outcome).toBe('ok')
    release()
    expect((await late).outcome).toBe('400 invalid_goal_owner')
    expect(await rolesNow(ada)).toEqual({ Ada: 'owner', Bob: 'admin', Cem: 'admin' })
  })

  it('cannot invite, change roles or add webhooks: their authority is part of these writes', async () => {
    await startTeam()
    const writes: (() => Promise<unknown>)[] = [
      () => slowly(bob).createOrganizationInvitation({ body: { email: 'x@example.com', role: 'admin' } }),
      () =>
        slowly(bob).updateOrganizationMemberRole({
          params: { userId: dora.userId },
          body: { role: 'admin' },
        }),
      () => slowly(bob).createWebhook({ body: { url: 'http://127.0.0.1:1024/' } }),
      () =>
        slowly(bob).removeOrganizationMember({
          params: { userId: dora.userId },
          body: { reassignGoalsTo: null },
        }),
    ]
    for (const write of writes) {
      const { arrived, release } = holdWrites(recorder)
      const late = responseTo(write())
      await arrived
      expect((await remove(ada, bob)).outcome).toBe('ok')
      release()
      expect((await late).outcome).toBe('403 membership_not_found')
      recorder.setHold(undefined)
      await join(ada, bob, 'admin')
    }
  })
})
