import { type Client, createClient } from '@cairn/contract/http/client'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createWorld } from '../../support/people/world.ts'
import { type Outcome, responseTo } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const world = await createWorld(stopAfterFile(await startTestService()))

type User = 'owner' | 'admin' | 'member'
type Scopes = readonly ApiTokenScope[] | 'session'

async function apiOf(user: User, scopes: Scopes): Promise<Client> {
  const { origin } = world.service
  if (scopes !== 'session') return programWith(world.service, await createToken(world[user], scopes))
  return createClient({ baseUrl: origin, headers: { origin, cookie: world[user].cookie } })
}

const newGoal = { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } } as const

/** The new owner, and the outcome for those who may write all goals and for those who may not. */
const receivers: [whom: string, userId: () => string | null, mayWriteAll: Outcome, mayNot: Outcome][] = [
  ['a member', () => world.colleague.userId, 'ok', '403 goal_owner_forbidden'],
  ['the owner or an admin', () => world.admin.userId, 'ok', '403 goal_owner_forbidden'],
  ['no owner', () => null, 'ok', 'ok'],
]

const givers: [user: User, scopes: Scopes, mayWriteAll: boolean][] = [
  ['owner', 'session', true],
  ['admin', 'session', true],
  ['member', 'session', false],
  ['owner', ['goals:write:all'], true],
  ['admin', ['goals:write:all'], true],
  ['owner', ['goals:write', 'goals:read:all'], false],
  ['admin', ['goals:write', 'goals:read:all'], false],
  ['member', ['goals:write'], false],
  ['member', ['goals:write:all', 'goals:read:all'], false],
]

describe.each(
  givers.map(([user, scopes, mayWriteAll]): [string, User, Scopes, boolean] => [
    scopes === 'session' ? `${user}, session` : `${user}, token with ${scopes.join(' and ')}`,
    user,
    scopes,
    mayWriteAll,
  ]),
)('%s', (_, user, scopes, mayWriteAll) => {
  // For Bob himself, an admin is no other owner.
  const others = user === 'admin' ? receivers.filter(([whom]) => whom !== 'the owner or an admin') : receivers

  it('publishes own goals: the owner defaults to the caller', async () => {
    const api = await apiOf(user, scopes)
    const { userId } = world[user]
    expect((await api.createGoal({ body: newGoal })).goal.ownerUserId).toBe(userId)
    const { goal } = await api.createGoal({ body: { ...newGoal, ownerUserId: userId } })
    expect(goal).toMatchObject({ ownerUserId: userId, createdByUserId: userId })
  })

  it.each(others)(
    `${mayWriteAll ? '201s' : 'refuses or 201s'} publishing for %s`,
    async (_whom, receiver, may, mayNot) => {
      const api = await apiOf(user, scopes)
      const ownerUserId = receiver()
      const response = await responseTo(api.createGoal({ body: { ...newGoal, ownerUserId } }))
      expect(response.outcome).toBe(mayWriteAll ? may : mayNot)
      if (response.body)
        expect(response.body.goal).toMatchObject({ ownerUserId, createdByUserId: world[user].userId })
    },
  )

  it.each(others)(
    `${mayWriteAll ? '200s' : 'refuses or 200s'} reassigning an own goal to %s`,
    async (_whom, receiver, may, mayNot) => {
      const api = await apiOf(user, scopes)
      const { id: goalId } = await createGoal(world[user])
      const ownerUserId = receiver()
      const response = await responseTo(
        api.updateGoal({ params: { goalId }, body: { ownerUserId, title: 'Given away' } }),
      )
      const expected = mayWriteAll ? may : mayNot
      expect(response.outcome).toBe(expected)
      const { goal } = await world.owner.api.getGoal({ params: { goalId } })
      expect(goal).toMatchObject(
        expected === 'ok'
          ? { ownerUserId, title: 'Given away' }
          : { ownerUserId: world[user].userId, title: 'Plant a hundred trees' },
      )
    },
  )

  it('200s naming the current owner', async () => {
    const api = await apiOf(user, scopes)
    const { id: goalId } = await createGoal(world[user])
    const body = { ownerUserId: world[user].userId, title: 'Still mine' }
    expect((await api.updateGoal({ params: { goalId }, body })).goal).toMatchObject(body)
  })

  it(`${mayWriteAll ? '400s' : '403s'} reassigning a goal to somebody who is not a member`, async () => {
    const api = await apiOf(user, scopes)
    const { id: goalId } = await createGoal(world[user])
    for (const ownerUserId of [world.stranger.userId, 'email:nobody', 'a/%2F#b']) {
      const outcomes = [
        await responseTo(api.createGoal({ body: { ...newGoal, ownerUserId } })),
        await responseTo(api.updateGoal({ params: { goalId }, body: { ownerUserId } })),
      ].map(({ outcome }) => outcome)
      // A caller who may not reassign goals does not learn who is a member.
      const expected = mayWriteAll ? '400 invalid_goal_owner' : '403 goal_owner_forbidden'
      expect(outcomes, ownerUserId).toEqual([expected, expected])
    }
  })
})

describe('a reassigned goal', () => {
  it("can be written and seen by the new owner's token, no longer by the former one's", async () => {
    const { id: goalId } = await createGoal(world.member)
    const params = { goalId }
    const body = { title: 'Mine?' }
    await world.admin.api.updateGoal({ params, body: { ownerUserId: world.colleague.userId } })

    const reads = programWith(world.service, await createToken(world.member, ['goals:read', 'goals:write']))
    expect((await responseTo(world.member.api.updateGoal({ params, body }))).outcome).toBe(
      '403 permission_denied',
    )
    expect((await responseTo(reads.getGoal({ params }))).outcome).toBe('404 goal_not_found')
    expect((await responseTo(reads.updateGoal({ params, body }))).outcome).toBe('404 goal_not_found')
    expect((await reads.listGoals()).goals.map(({ id }) => id)).not.toContain(goalId)
    expect((await world.colleague.api.updateGoal({ params, body })).goal.title).toBe('Mine?')
  })

  it('403s a member who takes a goal without an owner or of another member', async () => {
    const goals = [await createGoal(world.owner, { ownerUserId: null }), await createGoal(world.colleague)]
    for (const { id: goalId } of goals) {
      const taking = world.member.api.updateGoal({
        params: { goalId },
        body: { ownerUserId: world.member.userId },
      })
      expect((await responseTo(taking)).outcome).toBe('403 permission_denied')
    }
  })
})

describe('a goal whose owner has left', () => {
  it('200s with the owner kept or removed, 400s reassigned to the former owner', async () => {
    const { owner, service } = world
    const frida = await signIn(service, { email: 'frida@example.com', displayName: 'Frida' })
    const organizationId = await join(owner, frida)
    const { id: goalId } = await createGoal(owner, { ownerUserId: frida.userId })
    await frida.api.createOrganization({ body: { name: 'Elsewhere' } })
    await removeMember(service, frida.userId, organizationId)
    const patch = (body: { ownerUserId: string | null; title?: string }) =>
      responseTo(owner.api.updateGoal({ params: { goalId }, body }))
    const unchanged = { ownerUserId: frida.userId, title: 'Still theirs' }
    expect((await patch(unchanged)).body?.goal).toMatchObject(unchanged)
    expect((await patch({ ownerUserId: null })).body?.goal).toMatchObject({ ownerUserId: null })
    expect((await patch({ ownerUserId: frida.userId })).outcome).toBe('400 invalid_goal_owner')
  })
})
