import { allOperations, type Operation, requestPath, requiresCredential } from '@cairn/contract'
import type { Client } from '@cairn/contract/http/client'
import { afterEach, describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { ofHolders } from '../../support/operations/goal-claims.ts'
import { bearer, createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../support/people/goals.ts'
import { invite, join } from '../../support/people/invite.ts'
import { type Browser, signInAgain } from '../../support/people/sign-in.ts'
import { createWorld, type Member } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { responseTo, tally } from '../../support/requests/outcomes.ts'
import { createClock } from '../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startStaleIndexes } from './support/stale-indexes.ts'

/**
 * Revocation takes effect on the next request, even while every index still shows the state before. Every test reads a
 * list, revokes something while the indexes are frozen, and proves that the list is stale.
 */

const clock = createClock()

const indexes = stopAfterFile(await startStaleIndexes(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(
  await startTestService({ table, endpoint: indexes.endpoint, clock: clock.read }),
)
const world = await createWorld(service)
const send = createSend(service)

afterEach(() => indexes.thaw())

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])
const ofSessions = rows(requiresCredential)
const ofTokens = rows(({ id, credential }) => credential === 'session_or_token' && !ofHolders.includes(id))

const outcome = async (request: Promise<unknown>) => (await responseTo(request)).outcome
const roleOf = async ({ api }: Browser, { userId }: Browser) =>
  (await api.listOrganizationMembers()).members.find((member) => member.userId === userId)?.role
const setRole = (person: Member, role: 'admin' | 'member') =>
  world.owner.api.updateOrganizationMemberRole({ params: { userId: person.userId }, body: { role } })

/** A request of the operation that only the credential can refuse. */
async function ask([id, operation]: Row, headers: Record<string, string | undefined>) {
  const request = await requestOf(id, world)
  return send(operation.method, requestPath(operation, request), { body: request.body, headers })
}

describe('a revoked API token', () => {
  const byAdministrator = (id: string) =>
    world.admin.api.revokeOrganizationApiToken({ params: { apiTokenId: id } })

  it.each([
    ['its owner', (id: string) => world.owner.api.revokeApiToken({ params: { tokenId: id } })],
    ['an administrator', byAdministrator],
  ])('401s on every operation that it allowed, while the lists still show it, by %s', async (_, revoke) => {
    const { secret, id } = await createToken(world.owner)
    const listed = async () => {
      const lists = [await world.owner.api.listApiTokens(), await world.owner.api.listOrganizationApiTokens()]
      return lists.every(({ tokens }) => tokens.some((token) => token.id === id))
    }
    const headers = { origin: undefined, ...bearer(secret) }
    for (const row of ofTokens) {
      world.renew()
      expect((await ask(row, headers)).status, row[0]).toBeLessThan(300)
    }
    expect(await listed()).toBe(true)
    indexes.freeze()
    await revoke(id)
    world.renew()
    for (const row of ofTokens)
      expect(await ask(row, headers), row[0]).toMatchObject(refusal('invalid_api_token'))
    expect(await listed()).toBe(true)
    expect(indexes.replayed).toBeGreaterThan(0)
    for (const again of [revoke(id), byAdministrator(id)])
      expect(await outcome(again)).toBe('404 api_token_not_found')
  })
})

describe('a removed session', () => {
  it('401s on every operation that needs one, and deletes its cookie', async () => {
    const { cookie } = await signInAgain(world.service, { email: world.owner.email, displayName: 'Ada' })
    expect((await send('GET', '/v1/auth/session', { headers: { cookie } })).status).toBe(200)
    expect((await send('POST', '/v1/auth/logout', { headers: { cookie } })).status).toBe(200)
    for (const row of ofSessions) {
      const response = await ask(row, { cookie })
      expect(response, row[0]).toMatchObject(refusal('unauthorized'))
      expect(response.headers.getSetCookie(), row[0]).toEqual([
        expect.stringMatching(/^session=;.*Max-Age=0/),
      ])
    }
    expect(await outcome(world.owner.api.getAuthSession())).toBe('ok')
  })
})

describe('a lowered role', () => {
  /** Operations that only owners and admins may use. */
  const privileged = (api: Client, invitationId: string, apiTokenId: string): Promise<unknown>[] => [
    api.updateOrganization({ body: { name: 'Too late' } }),
    api.createOrganizationInvitation({ body: { email: 'late@example.com', role: 'member' } }),
    api.resendOrganizationInvitation({ params: { invitationId } }),
    api.revokeOrganizationInvitation({ params: { invitationId } }),
    api.updateOrganizationMemberRole({ params: { userId: world.colleague.userId }, body: { role: 'admin' } }),
    api.listOrganizationApiTokens(),
    api.revokeOrganizationApiToken({ params: { apiTokenId } }),
  ]

  it('403s on the next request, while the member list still shows the role before', async () => {
    const bob = world.admin
    const { id: invitationId } = await invite(world.owner, 'frida@example.com')
    const { id: apiTokenId } = await createToken(world.owner)
    expect(await roleOf(bob, bob)).toBe('admin')
    indexes.freeze()
    await setRole(bob, 'member')
    const responses = await Promise.all(
      privileged(bob.api, invitationId, apiTokenId).map((request) => responseTo(request)),
    )
    expect(tally(responses)).toEqual({ '403 organization_admin_required': 7 })
    expect(await roleOf(bob, bob)).toBe('admin')
    expect(indexes.replayed).toBeGreaterThan(0)

    // A raised role takes effect at once, too.
    await setRole(bob, 'admin')
    expect(await outcome(bob.api.updateOrganization({ body: { name: 'In time' } }))).toBe('ok')
    await bob.api.revokeOrganizationInvitation({ params: { invitationId } })
  })

  it("limits goals at once: others' goals 403 by session and token, and own ones cannot be reassigned", async () => {
    const bob = world.admin
    const { id: goalId } = await createGoal(world.owner)
    const own = await createGoal(bob)
    const program = programWith(world.service, await createToken(bob))
    const update = (api: Client, id: string) =>
      outcome(api.updateGoal({ params: { goalId: id }, body: { title: 'Bob was here' } }))
    const give = (api: Client) =>
      outcome(api.updateGoal({ params: { goalId: own.id }, body: { ownerUserId: world.colleague.userId } }))
    expect(await roleOf(bob, bob)).toBe('admin')
    for (const api of [bob.api, program]) expect(await update(api, goalId)).toBe('ok')
    indexes.freeze()
    await setRole(bob, 'member')
    for (const api of [bob.api, program]) {
      expect(await update(api, goalId)).toBe('403 permission_denied')
      expect(await outcome(api.deleteGoal({ params: { goalId } }))).toBe('403 permission_denied')
      expect(await give(api)).toBe('403 goal_owner_forbidden')
      expect(await update(api, own.id)).toBe('ok')
    }
    expect(await roleOf(bob, bob)).toBe('admin')
    await setRole(bob, 'admin')
    for (const api of [bob.api, program]) expect(await update(api, goalId)).toBe('ok')
  })
})

describe('a removed membership', () => {
  it('403s its API tokens on every operation as permission_denied, while lists still show the member', async () => {
    const { secret } = await createToken(world.colleague)
    const headers = { origin: undefined, ...bearer(secret) }
    expect(await roleOf(world.owner, world.colleague)).toBe('member')
    for (const [, { method, path }] of ofTokens.filter(([, { method }]) => method === 'GET')) {
      expect((await send(method, path.replace(/\{\w+\}/, 'x'), { headers })).status).not.toBe(403)
    }
    indexes.freeze()
    await world.owner.api.removeOrganizationMember({
      params: { userId: world.colleague.userId },
      body: { reassignGoalsTo: null },
    })
    for (const row of ofTokens)
      expect(await ask(row, headers), row[0]).toMatchObject(refusal('permission_denied'))
    expect(await roleOf(world.owner, world.colleague)).toBe('member')
  })

  it('403s its sessions on everything in the organization, and the next session request activates another one', async () => {
    const { cookie, api } = world.colleague
    for (const row of ofSessions) {
      if (
        ['auth', 'organizations', 'oauth'].includes(row[1].group) ||
        row[0] === 'acceptOrganizationInvitation'
      )
        continue
      expect((await ask(row, { cookie })).status, row[0]).toBe(403)
    }
    const { organizationId, userId } = world.owner
    const params = { userId }
    const requests: Promise<unknown>[] = [
      api.updateOrganization({ body: { name: 'Too late' } }),
      api.listOrganizationMembers(),
      api.updateOrganizationMemberRole({ params, body: { role: 'member' } }),
      api.switchOrganization({ body: { organizationId } }),
    ]
    expect(tally(await Promise.all(requests.map(responseTo)))).toEqual({ '403 membership_not_found': 4 })
    const { activeOrganizationId, organizations } = await api.getAuthSession()
    expect(organizations[0]?.id).toBe(activeOrganizationId)
    expect(organizations.map(({ id }) => id)).not.toContain(organizationId)
    expect((await api.listGoals()).goals).toEqual([])
    await join(world.owner, world.colleague)
  })
})

describe('an invitation that has ended', () => {
  it.each(['revoked', 'accepted', 'void'] as const)(
    'is %s for everybody at once, while the list still shows it',
    async (how) => {
      const { owner, admin, stranger } = world
      const invited = await invite(how === 'void' ? admin : owner, stranger.email)
      const params = { invitationId: invited.id }
      const listed = async () =>
        (await owner.api.listOrganizationInvitations()).invitations.some(({ id }) => id === invited.id)
      const accept = () =>
        outcome(stranger.api.acceptOrganizationInvitation({ body: { token: invited.token } }))
      expect(await listed()).toBe(true)
      indexes.freeze()
      if (how === 'revoked') await owner.api.revokeOrganizationInvitation({ params })
      else if (how === 'void') await setRole(admin, 'member')
      else expect(await accept()).toBe('ok')
      expect(await accept()).toBe('404 invitation_not_found')
      expect(await outcome(owner.api.resendOrganizationInvitation({ params }))).toBe(
        '403 invitation_not_pending',
      )
      expect(await outcome(owner.api.revokeOrganizationInvitation({ params }))).toBe(
        '403 invitation_not_pending',
      )
      expect(await listed()).toBe(true)
      expect(indexes.replayed).toBeGreaterThan(0)
      const again = await invite(owner, stranger.email)
      expect(
        await outcome(owner.api.revokeOrganizationInvitation({ params: { invitationId: again.id } })),
      ).toBe('ok')
      await setRole(admin, 'admin')
    },
  )
})

describe('a list of goals', () => {
  it('shows a goal by its removed label only while the index does', async () => {
    const { api } = world.owner
    const labelId = await createLabel(world.owner, 'Taken off')
    const { id: goalId } = await createGoal(world.owner, { labelIds: [labelId] })
    const listed = async () => (await api.listGoals({ query: { labelId } })).goals.map(({ id }) => id)
    expect(await listed()).toEqual([goalId])
    indexes.freeze()
    await api.updateGoal({ params: { goalId }, body: { labelIds: [] } })
    expect(await listed()).toEqual([goalId])
    expect(indexes.replayed).toBeGreaterThan(0)
    indexes.thaw()
    expect(await listed()).toEqual([])
  })

  it('has no deleted goal, while its index still does', async () => {
    const { api } = world.owner
    const { id: goalId } = await createGoal(world.owner)
    const listed = async () => (await api.listGoals()).goals.map(({ id }) => id)
    expect(await listed()).toContain(goalId)
    indexes.freeze()
    await api.deleteGoal({ params: { goalId } })
    expect(await listed()).not.toContain(goalId)
    expect(indexes.replayed).toBeGreaterThan(0)
  })
})
