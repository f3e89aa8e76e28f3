import { createClient } from '@cairn/contract'
import { createCallerMemory } from '@cairn/lambda/auth/caller-memory'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { bearer, createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { createSend, type Exchange, type HttpResponse } from '../../support/requests/exchange.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/**
 * Another process changes what a remembered caller may do: between two requests, or while the second is under way.
 *
 *   second request   ─ reads its lists ─┬─ reads credential, membership and records ··· held ···┬─ response
 *   another process                     └─ changes the caller's access ─────────────────────────┘
 */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const direct = stopAfterFile(await startTestService({ table }))
const remembering = stopAfterFile(
  await startTestService({
    table,
    endpoint: proxy.endpoint,
    callers: createCallerMemory(),
    environment: { WEB_ORIGIN: direct.origin },
  }),
)
const send = createSend(remembering, { webOrigin: direct.origin })

afterEach(() => proxy.setFault(undefined))
afterAll(async () => {
  await expectSoundTable(table.database)
})

/** An organization of Ada's, and Bob, who is an admin there and owns another one. */
async function createPeople() {
  const ada = await newcomer(direct, 'Ada')
  const bob = await newcomer(direct, 'Bob')
  const { activeOrganizationId: own } = await bob.api.getAuthSession()
  await ada.api.getAuthSession()
  await createLabel(bob, "Bob's label")
  const organizationId = await join(ada, bob, 'admin')
  await createLabel(ada, "Ada's label")
  const { id: goalId } = await createGoal(ada)
  const token = await createToken(bob)
  return { ada, bob, own, organizationId, goalId, token }
}

type People = Awaited<ReturnType<typeof createPeople>>
type Request = [method: string, path: string, exchange?: Exchange]
type Case = {
  request: (people: People) => Request
  by: 'session' | 'token'
  change: (people: People) => Promise<unknown>
  status: number
  /** Part of the response. */
  text: string
}

const list = (): Request => ['GET', '/v1/goal-labels']
const create = (): Request => ['POST', '/v1/goal-labels', { body: { name: 'Too late' } }]
const rename = ({ goalId }: People): Request => [
  'PATCH',
  `/v1/goals/${goalId}`,
  { body: { title: 'Too late' } },
]
const demote = ({ ada, bob }: People) =>
  ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: 'member' } })
const remove = ({ bob, organizationId }: People) => removeMember(direct, bob.userId, organizationId)
const revoke = ({ bob, token }: People) => bob.api.revokeApiToken({ params: { tokenId: token.id } })
const logout = ({ bob: { cookie } }: People) =>
  createClient({ baseUrl: direct.origin, headers: { origin: direct.origin, cookie } }).logout()
const leave = ({ bob, own }: People) => bob.api.switchOrganization({ body: { organizationId: own } })

const cases: Record<string, Case> = {
  'a lowered role, by session': {
    request: rename,
    by: 'session',
    change: demote,
    status: 403,
    text: 'permission_denied',
  },
  'a lowered role, by token': {
    request: rename,
    by: 'token',
    change: demote,
    status: 403,
    text: 'permission_denied',
  },
  'an ended membership, reading by session': {
    request: list,
    by: 'session',
    change: remove,
    status: 403,
    text: 'membership_not_found',
  },
  'an ended membership, reading by token': {
    request: list,
    by: 'token',
    change: remove,
    status: 403,
    text: 'permission_denied',
  },
  'an ended membership, writing by session': {
    request: create,
    by: 'session',
    change: remove,
    status: 403,
    text: 'membership_not_found',
  },
  'an ended membership, writing by token': {
    request: create,
    by: 'token',
    change: remove,
    status: 403,
    text: 'permission_denied',
  },
  'a revoked token, reading': {
    request: list,
    by: 'token',
    change: revoke,
    status: 401,
    text: 'invalid_api_token',
  },
  'a revoked token, writing': {
    request: create,
    by: 'token',
    change: revoke,
    status: 401,
    text: 'invalid_api_token',
  },
  'a token that an administrator revoked': {
    request: list,
    by: 'token',
    change: ({ ada, token }) => ada.api.revokeOrganizationApiToken({ params: { apiTokenId: token.id } }),
    status: 401,
    text: 'invalid_api_token',
  },
  'the old secret of a token that was rotated without an overlap': {
    request: create,
    by: 'token',
    change: ({ bob, token }) =>
      bob.api.rotateApiToken({ params: { apiTokenId: token.id }, body: { overlapHours: 0 } }),
    status: 401,
    text: 'invalid_api_token',
  },
  'an ended session, reading': {
    request: list,
    by: 'session',
    change: logout,
    status: 401,
    text: 'unauthorized',
  },
  'an ended session, writing': {
    request: create,
    by: 'session',
    change: logout,
    status: 401,
    text: 'unauthorized',
  },
  'another active organization, reading': {
    request: list,
    by: 'session',
    change: leave,
    status: 200,
    text: "Bob's label",
  },
  'another active organization, writing about a goal of the first': {
    request: rename,
    by: 'session',
    change: leave,
    status: 404,
    text: 'goal_not_found',
  },
}
const rows = Object.entries(cases)

async function prepare({ request, by }: Case) {
  const people = await createPeople()
  const { bob, token, organizationId } = people
  const headers = by === 'session' ? { cookie: bob.cookie } : { origin: undefined, ...bearer(token.secret) }
  const [method, path, exchange] = request(people)
  const ask = () => send(method, path, { ...exchange, headers })
  // The process gets to know Bob.
  expect((await send('GET', '/v1/goal-labels', { headers })).text).toContain("Ada's label")
  return { people, organizationId, ask }
}

function expectChanged(response: HttpResponse, { status, text }: Case): void {
  expect(response.status).toBe(status)
  expect(response.text).toContain(text)
  expect(response.text).not.toContain("Ada's label")
}

async function expectUntouched({ ada, bob, goalId }: People): Promise<void> {
  const { labels } = await ada.api.listGoalLabels()
  expect(labels.map(({ name }) => name)).toEqual(["Ada's label"])
  expect((await ada.api.getGoal({ params: { goalId } })).goal.title).not.toBe('Too late')
  // A session request of somebody who has lost the active organization activates another one.
  await responseTo(bob.api.getAuthSession())
}

describe('a remembered caller', () => {
  it.each(rows)('meets %s with the next request', async (_, row) => {
    const { people, ask } = await prepare(row)
    await row.change(people)
    expectChanged(await ask(), row)
    expectChanged(await ask(), row)
    await expectUntouched(people)
  })

  it.each(rows)('meets %s during a request', async (_, row) => {
    const { people, ask } = await prepare(row)
    const arrived = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    proxy.reset()
    proxy.setFault(({ operation }) => {
      if (operation !== 'BatchGetItem') return 'pass'
      arrived.resolve()
      return { until: changed.promise }
    })
    const response = ask()
    await arrived.promise
    await row.change(people)
    proxy.setFault(undefined)
    changed.resolve()
    expectChanged(await response, row)
    expectChanged(await ask(), row)
    await expectUntouched(people)
  })

  it('acts with a raised role with the next request', async () => {
    const row = cases['a lowered role, by token'] as Case
    const { people, ask } = await prepare(row)
    await row.change(people)
    expectChanged(await ask(), row)
    const { ada, bob, goalId } = people
    await ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: 'admin' } })
    expect((await ask()).status).toBe(200)
    expect((await ada.api.getGoal({ params: { goalId } })).goal.title).toBe('Too late')
  })
})
