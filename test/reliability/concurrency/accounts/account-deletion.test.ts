import { createClient } from '@cairn/contract/http/client'
import { afterEach, describe, expect, it } from 'vitest'
import { logIn, password, register } from '../../../support/people/accounts.ts'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { invite, join } from '../../../support/people/invite.ts'
import { userRecordOf } from '../../../support/people/many-organizations.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import { responseTo } from '../../../support/requests/outcomes.ts'
import { recordCalls } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { holdWrites } from '../../../support/service/hold-writes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

/** Accounts that are deleted while somebody does something else with them, or with their organizations. */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold its writes. */
const slow = stopAfterFile(
  await startTestService({ table, attach: recorder.attach, environment: { WEB_ORIGIN: service.origin } }),
)
const slowly = ({ cookie }: Browser) =>
  createClient({ baseUrl: slow.origin, headers: { origin: service.origin, cookie } })
const send = createSend(service)

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundTable(table.database)
})

let people = 0
const person = (name: string) =>
  signIn(service, { email: `${name}${++people}@example.com`.toLowerCase(), displayName: name })
const remove = ({ api }: Pick<Browser, 'api'>) => responseTo(api.deleteAccount({ body: { password } }))
const namesFor = async ({ api }: Browser) =>
  (await api.listOrganizationMembers()).members.map(({ displayName }) => displayName).toSorted()

async function startTeam() {
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  await join(ada, bob)
  return { ada, bob }
}

/** Holds the writes of a request until another one is done. */
async function overtaken<T, U>(request: () => Promise<T>, other: () => Promise<U>): Promise<[T, U]> {
  const held = holdWrites(recorder)
  const first = request()
  await held.arrived
  const second = await other()
  held.release()
  return [await first, second]
}

describe('deleting an account at the same time as', () => {
  it('deleting it: one request does it', async () => {
    for (let round = 0; round < 4; round++) {
      const { bob } = await startTeam()
      const responses = await Promise.all([remove(bob), remove(bob), remove(bob)])
      // A later request has no session, or already no account.
      const outcomes = responses.map(({ outcome }) => outcome.slice(0, 3))
      expect(outcomes.toSorted()).toEqual(['401', '401', 'ok'])
    }
  })

  it('a hand-over to it: one of the two is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const { ada, bob } = await startTeam()
      const [handed, removed] = await Promise.all([
        responseTo(ada.api.changeOrganizationOwner({ body: { userId: bob.userId, password } })),
        remove(bob),
      ])
      expect([
        ['ok', '409 sole_owner'],
        ['400 member_not_found', 'ok'],
      ]).toContainEqual([handed.outcome, removed.outcome])
    }
  })

  it('an earlier hand-over to it, of which it did not know: it is refused', async () => {
    const { ada, bob } = await startTeam()
    const [removed] = await overtaken(
      () => remove({ api: slowly(bob) }),
      () => ada.api.changeOrganizationOwner({ body: { userId: bob.userId, password } }),
    )
    expect(removed.outcome).toBe('409 sole_owner')
    expect(await namesFor(ada)).toEqual(['Ada', 'Bob'])
  })

  it('accepting an invitation: it is in neither organization', async () => {
    for (let round = 0; round < 8; round++) {
      const { ada, bob } = await startTeam()
      const cem = await person('Cem')
      const { token } = await invite(cem, bob.email)
      const [accepted, removed] = await Promise.all([
        responseTo(bob.api.acceptOrganizationInvitation({ body: { token } })),
        remove(bob),
      ])
      expect(removed.outcome).toBe('ok')
      expect(['ok', '401 unauthorized']).toContain(accepted.outcome)
      expect(await namesFor(ada)).toEqual(['Ada'])
      expect(await namesFor(cem)).toEqual(['Cem'])
    }
  })

  it('creating an organization: it is not left behind', async () => {
    for (let round = 0; round < 4; round++) {
      const bob = await person('Bob')
      const [created, removed] = await Promise.all([
        responseTo(bob.api.createOrganization({ body: { name: 'New' } })),
        remove(bob),
      ])
      expect(['ok', '401 unauthorized']).toContain(created.outcome)
      expect(removed.outcome).toBe('ok')
      expect((await userRecordOf(table.database, bob.userId)).organizationIds).toEqual([])
    }
  })

  it('somebody who joins an organization of it: nobody is lost', async () => {
    for (let round = 0; round < 8; round++) {
      const [ada, dora] = [await person('Ada'), await person('Dora')]
      const { token } = await invite(ada, dora.email)
      const [joined, removed] = await Promise.all([
        responseTo(dora.api.acceptOrganizationInvitation({ body: { token } })),
        remove(ada),
      ])
      expect([
        ['ok', '409 sole_owner'],
        ['ok', 'ok'],
        ['404 invitation_not_found', 'ok'],
      ]).toContainEqual([joined.outcome, removed.outcome])
    }
  })

  it('signing in: the session opens nothing', async () => {
    const { bob } = await startTeam()
    const slowSend = createSend(slow, { webOrigin: service.origin })
    const [signedIn] = await overtaken(
      () => logIn(slowSend, bob.email),
      () => remove(bob),
    )
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const response = await createSend(service, { cookie })('GET', '/v1/auth/session')
    expect(response.status).toBe(401)
  })

  it('asking for another address: the link does nothing to a new account', async () => {
    const { bob } = await startTeam()
    const [asked] = await overtaken(
      () => responseTo(slowly(bob).changeEmail({ body: { email: `x.${bob.email}`, password } })),
      () => remove(bob),
    )
    expect(asked.outcome).toBe('ok')
    const again = await signIn(service, { email: bob.email, displayName: 'Bea' })
    expect(again.userId).not.toBe(bob.userId)
    expect((await again.api.getAuthSession()).user.email).toBe(bob.email)
  })

  it('registering its address: there is an account or none, never a broken one', async () => {
    for (let round = 0; round < 4; round++) {
      const bob = await person('Bob')
      const [removed, registered] = await Promise.all([
        remove(bob),
        register(send, { email: bob.email, displayName: 'Bea' }),
      ])
      expect([removed.outcome, registered.status]).toEqual(['ok', 202])
      const again = await signIn(service, { email: bob.email, displayName: 'Bea' })
      expect(await namesFor(again)).toEqual(['Bea'])
    }
  })

  it('reports by its program: they are whole or refused', async () => {
    const { ada, bob } = await startTeam()
    const { id: goalId } = await createGoal(bob)
    const program = programWith(service, await createToken(bob))
    const report = (number: number) =>
      responseTo(
        program.createGoalUpdate({
          params: { goalId },
          body: reportOf(`Report ${number}`, { expectedRevision: number }),
        }),
      )
    const [, reported] = await Promise.all([remove(bob), report(1)])
    const { updates } = await ada.api.listGoalUpdates({ params: { goalId } })
    expect(updates).toHaveLength(reported.outcome === 'ok' ? 2 : 1)
    expect((await report(2)).outcome).not.toBe('ok')
  })
})
