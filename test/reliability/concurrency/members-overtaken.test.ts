import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { newGoal, reportOf } from '../../support/people/goals.ts'
import { invite, join, type Person } from '../../support/people/invite.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { recordCalls, untilOthersAreDone } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { type ProxiedUser, proxied, proxyEnvironment } from '../../support/service/proxied.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { sampleOf, sampleTitle, testsAll } from '../../support/test-all.ts'

/**
 * Requests that change who is in an organization, each overtaken by another one before every one of its calls of the database. The
 * outcomes and what is left must be those of one of the two orders.
 *
 *   held request       ─ call 0 ─ … ─ call n ··· held ··· ─ …
 *   overtaking request                       ├─ served ─┤
 */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const environment = { ...proxyEnvironment, RATE_LIMITS: 'off' }
const service = stopAfterFile(await startTestService({ table, environment, background: false }))
/** The same service; the calls of its requests are held. */
const slow = stopAfterFile(
  await startTestService({
    table,
    attach: recorder.attach,
    environment,
    background: false,
  }),
)

afterAll(async () => {
  await expectSoundTable(table.database)
})

/** Longer than requests take; the SDK gives a call up after 2 s. */
const longestHoldMilliseconds = 1_500

type Somebody = Person & { slowly: Person['api'] }

async function startTeam(number: number) {
  const person = (name: string): Somebody => {
    const email = `${name.toLowerCase()}${number}@example.com`
    const user: ProxiedUser = { id: `proxy:${email}`, displayName: name, email }
    return { ...proxied(service, user), slowly: proxied({ origin: slow.origin }, user).api }
  }
  const [ada, bob, cem, eve] = [person('Ada'), person('Bob'), person('Cem'), person('Eve')]
  const { activeOrganizationId, organizations } = await ada.api.getOrganizationContext()
  await join(ada, bob, 'admin')
  await join(ada, cem)
  const { goal } = await cem.api.createGoal({ body: newGoal })
  await eve.api.getAuthSession()
  const invited = await invite(ada, eve.email)
  const elsewhere = await invite(eve, cem.email)
  return {
    ada,
    bob,
    cem,
    eve,
    name: organizations.find(({ id }) => id === activeOrganizationId)?.name ?? '',
    goalId: goal.id,
    token: invited.token,
    invitationId: invited.id,
    elsewhere: elsewhere.token,
  }
}
type Team = Awaited<ReturnType<typeof startTeam>>
type Api = (person: Somebody) => Person['api']

const remove = (api: Person['api'], { userId }: Person) =>
  api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: null } })

const requests = {
  'deleting the organization': (of: Api, { ada, name }: Team) =>
    of(ada).deleteOrganization({ body: { name } }),
  'accepting an invitation': (of: Api, { eve, token }: Team) =>
    of(eve).acceptOrganizationInvitation({ body: { token } }),
  'revoking the invitation': (of: Api, { bob, invitationId }: Team) =>
    of(bob).revokeOrganizationInvitation({ params: { invitationId } }),
  'an invitation': (of: Api, { bob }: Team) =>
    of(bob).createOrganizationInvitation({ body: { email: 'new@example.com', role: 'member' } }),
  'removing the member': (of: Api, { ada, cem }: Team) => remove(of(ada), cem),
  'removing the admin': (of: Api, { ada, bob }: Team) => remove(of(ada), bob),
  'the admin removing the member': (of: Api, { bob, cem }: Team) => remove(of(bob), cem),
  'the member leaving': (of: Api, { cem }: Team) => remove(of(cem), cem),
  'the admin leaving': (of: Api, { bob }: Team) => remove(of(bob), bob),
  'a report of the member': (of: Api, { cem, goalId }: Team) =>
    of(cem).createGoalUpdate({ params: { goalId }, body: reportOf('Half way', { expectedRevision: 1 }) }),
  'the member accepting elsewhere': (of: Api, { cem, elsewhere }: Team) =>
    of(cem).acceptOrganizationInvitation({ body: { token: elsewhere } }),
  'a hand-over to the admin': (of: Api, { ada, bob }: Team) =>
    of(ada).changeOrganizationOwner({ body: { userId: bob.userId } }),
  'a hand-over to the member': (of: Api, { ada, cem }: Team) =>
    of(ada).changeOrganizationOwner({ body: { userId: cem.userId } }),
} satisfies Record<string, (of: Api, team: Team) => Promise<unknown>>
type Name = keyof typeof requests

const quickly: Api = ({ api }) => api
const slowly: Api = ({ slowly }) => slowly

/** Returns the rest of the team, as its people see it. */
async function stateOf({ ada, bob, cem, eve, goalId }: Team) {
  const lists = await Promise.all(
    [ada, bob, cem, eve].map(async ({ api }) => {
      const { organizations } = await api.getOrganizationContext()
      return organizations.map(({ name, role }) => `${name}: ${role}`).toSorted()
    }),
  )
  const revision = await ada.api.getGoal({ params: { goalId } }).then(
    ({ goal }) => goal.revision,
    () => null,
  )
  const pending = await ada.api.listOrganizationInvitations().then(
    ({ invitations }) => invitations.map(({ email }) => email.replace(/\d+/, '')).toSorted(),
    () => null,
  )
  return { lists, revision, pending }
}

/** Which reason a refusal names depends on the moment: each of them is true. */
async function verdictOf(request: Promise<unknown>): Promise<string> {
  const outcome = await outcomeOf(request)
  return outcome.startsWith('4') ? 'refused' : outcome
}

let teams = 0

/** Runs the second request before the first one. */
async function inOtherOrder(first: Name, second: Name) {
  const team = await startTeam(++teams)
  const outcomes = [
    await verdictOf(requests[second](quickly, team)),
    await verdictOf(requests[first](quickly, team)),
  ]
  return { outcomes: outcomes.toReversed(), state: await stateOf(team) }
}

/** Holds one at a call until the other is done. `isHeld`: it made that many calls. `calls`: how many it made in all. */
async function overtake(held: Name, overtaking: Name, heldCall: number) {
  const team = await startTeam(++teams)
  recorder.reset()
  const overtaken = Promise.withResolvers<void>()
  recorder.setHold(({ index }) =>
    index === heldCall ? Promise.race([overtaken.promise, delay(longestHoldMilliseconds)]) : undefined,
  )
  let isAnswered = false
  const first = verdictOf(requests[held](slowly, team)).finally(() => {
    isAnswered = true
  })
  while (!isAnswered && recorder.calls.length <= heldCall) await delay(1)
  const isHeld = !isAnswered
  // The calls parallel to the held one have finished by then.
  await untilOthersAreDone(recorder)
  const second = await verdictOf(requests[overtaking](quickly, team)).finally(overtaken.resolve)
  const outcomes = [await first, second]
  recorder.setHold(undefined)
  return { team, outcomes, isHeld, calls: recorder.calls.length }
}

describe(`a request about members that is overtaken (${sampleTitle})`, () => {
  const pairs: [held: Name, overtaking: Name][] = [
    ['accepting an invitation', 'deleting the organization'],
    ['deleting the organization', 'accepting an invitation'],
    ['accepting an invitation', 'accepting an invitation'],
    ['accepting an invitation', 'revoking the invitation'],
    ['revoking the invitation', 'accepting an invitation'],
    ['accepting an invitation', 'removing the admin'],
    ['a report of the member', 'removing the member'],
    ['removing the member', 'a report of the member'],
    ['a report of the member', 'deleting the organization'],
    ['the member accepting elsewhere', 'removing the member'],
    ['removing the member', 'the member accepting elsewhere'],
    ['the member leaving', 'removing the member'],
    ['removing the member', 'the member leaving'],
    ['the admin removing the member', 'removing the admin'],
    ['removing the admin', 'the admin removing the member'],
    ['the member leaving', 'the member accepting elsewhere'],
    ['the member accepting elsewhere', 'the member leaving'],
    ['a hand-over to the admin', 'a hand-over to the member'],
    ['a hand-over to the admin', 'a hand-over to the admin'],
    ['a hand-over to the admin', 'the admin leaving'],
    ['the admin leaving', 'a hand-over to the admin'],
    ['a hand-over to the member', 'removing the member'],
    ['a hand-over to the member', 'deleting the organization'],
    ['deleting the organization', 'a hand-over to the member'],
    ['an invitation', 'deleting the organization'],
    ['deleting the organization', 'an invitation'],
    ['an invitation', 'removing the admin'],
    ['removing the member', 'deleting the organization'],
    ['deleting the organization', 'the member leaving'],
    ['deleting the organization', 'deleting the organization'],
  ]

  it.each(pairs)('%s by %s: ends as if one came after the other', async (held, overtaking) => {
    const { calls, ...inOrder } = await overtake(held, overtaking, Number.POSITIVE_INFINITY)
    const allowed = [
      { outcomes: inOrder.outcomes, state: await stateOf(inOrder.team) },
      await inOtherOrder(held, overtaking),
    ]
    /** Returns whether it was held. */
    async function check(call: number): Promise<boolean> {
      const { team, outcomes, isHeld } = await overtake(held, overtaking, call)
      const found = { outcomes, state: await stateOf(team) }
      expect(allowed, `call ${call}: ${JSON.stringify(found)}`).toContainEqual(found)
      return isHeld
    }
    let heldCalls = 0
    for (const call of sampleOf([...Array(calls).keys()], 3)) if (await check(call)) heldCalls++
    // The last one may not be made again: reads of one turn share a call.
    expect(heldCalls).toBeGreaterThan(1)
    // The calls that it repeats after it was overtaken.
    if (testsAll) for (let call = calls; await check(call); call++);
  })
})
