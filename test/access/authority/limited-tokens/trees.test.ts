import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, it } from 'vitest'
import { allScopes, bearer, createToken, programWith } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/**
 * Goals that belong together, for tokens that see only some: nothing of others by id, title, count, roll-up or cursor. Whoever sees all
 * knows the ids and titles to look for.
 */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
await join(ada, bob, 'member')

let number = 0
async function create(fields: object = {}, { api }: { api: Client } = ada): Promise<Goal> {
  const title = `Goal ${++number}`
  const body = { title, detailedDescription: 'A text', timeframe: { kind: 'continuous' } as const, ...fields }
  return (await api.createGoal({ body })).goal
}
const program = async (fields: object, scopes: typeof allScopes = allScopes, person = ada) =>
  programWith(service, await createToken(person, scopes, fields))

/** Expects that an answer has none of the goals' ids and titles. */
function expectNothingOf(answer: unknown, goals: readonly Goal[]): void {
  const text = JSON.stringify(answer)
  for (const { id, title } of goals) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(`"${title}"`)
  }
}

describe('a token that is limited to a goal', async () => {
  const top = await create()
  const bound = await create({ parentGoalId: top.id })
  const below = await create({ parentGoalId: bound.id })
  const leaf = await create({ parentGoalId: below.id })
  const sibling = await create({ parentGoalId: top.id })
  const api = await program({ goalIds: [bound.id] })
  const unseen = [top, sibling]

  it('sees it and what is below it, in every list, and nothing above', async () => {
    const { goal } = await api.getGoal({ params: { goalId: bound.id } })
    expect(goal).toMatchObject({ parentGoalId: null, ancestors: [], rollup: { children: 1, descendants: 2 } })
    const { goal: deep } = await api.getGoal({ params: { goalId: leaf.id } })
    expect(deep.ancestors.map(({ id }) => id)).toEqual([bound.id, below.id])
    const all = await api.listGoals()
    const lists = [
      all,
      await api.listGoals({ query: { view: 'summary', q: 'Goal' } }),
      await api.listGoals({ query: { ready: 'false' } }),
      await api.getGoalTree({ params: { goalId: bound.id } }),
      await api.getBrief(),
      await api.listEvents(),
    ]
    expect(all.goals.map(({ id }) => id).toSorted()).toEqual([bound.id, below.id, leaf.id].toSorted())
    expect((await api.countGoals()).total).toBe(3)
    expect((await api.getGoalTree({ params: { goalId: below.id } })).goals).toHaveLength(2)
    expect((await api.listGoals({ query: { parentGoalId: 'none' } })).goals.map(({ id }) => id)).toEqual([
      bound.id,
    ])
    expect((await api.listGoals({ query: { parentGoalId: top.id } })).goals).toEqual([])
    expectNothingOf([goal, deep, lists, await api.listGoalEdits({ params: { goalId: bound.id } })], unseen)
    for (const { id } of unseen) {
      for (const read of [api.getGoal, api.getGoalTree, api.listGoalUpdates, api.listGoalEdits]) {
        await expect(read({ params: { goalId: id } })).rejects.toMatchObject({ code: 'goal_not_found' })
      }
    }
  })

  it('publishes below what it sees, and nowhere else', async () => {
    const made = await create({ parentGoalId: leaf.id }, { api })
    expect(made.ancestors.map(({ id }) => id)).toEqual([bound.id, below.id, leaf.id])
    await api.createGoalUpdate({
      params: { goalId: made.id },
      body: {
        status: 'completed',
        summary: 'Done',
        details: 'Done',
        expectedRevision: 1,
        idempotencyKey: 'done',
      },
    })
    await expect(create({}, { api })).rejects.toMatchObject({ code: 'permission_denied' })
    for (const { id } of unseen) {
      await expect(create({ parentGoalId: id }, { api })).rejects.toMatchObject({
        code: 'invalid_goal_parent',
      })
      const named = { parentGoalId: leaf.id, blockedByGoalIds: [id] }
      await expect(create(named, { api })).rejects.toMatchObject({ code: 'invalid_goal_blockers' })
    }
  })

  it('sees a goal below as long as it is there', async () => {
    const moved = await create({ parentGoalId: bound.id })
    await api.getGoal({ params: { goalId: moved.id } })
    await ada.api.updateGoal({ params: { goalId: moved.id }, body: { parentGoalId: null } })
    await expect(api.getGoal({ params: { goalId: moved.id } })).rejects.toMatchObject({
      code: 'goal_not_found',
    })
    expectNothingOf(await api.listGoals(), [moved])
  })

  it('leaves a parent and blockers that it does not see as they are, and learns only that it waits', async () => {
    const blocker = await create()
    const goal = await create({ parentGoalId: top.id, blockedByGoalIds: [blocker.id] })
    const other = await program({ goalIds: [goal.id, leaf.id] })
    const params = { goalId: goal.id }
    const { goal: seen } = await other.getGoal({ params })
    expect(seen).toMatchObject({ parentGoalId: null, blockedBy: [], ready: false, notReady: ['blocked'] })
    const { goal: same } = await other.updateGoal({
      params,
      body: { parentGoalId: null, blockedByGoalIds: [] },
    })
    expect(same.version).toBe(1)
    const { goal: more } = await other.updateGoal({ params, body: { blockedByGoalIds: [leaf.id] } })
    expect(more.blockedBy.map(({ id }) => id)).toEqual([leaf.id])
    await expect(other.updateGoal({ params, body: { parentGoalId: leaf.id } })).rejects.toMatchObject({
      code: 'goal_parent_conflict',
    })
    const { goal: whole } = await ada.api.getGoal({ params })
    expect(whole.parentGoalId).toBe(top.id)
    expect(whole.blockedBy.map(({ id }) => id).toSorted()).toEqual([blocker.id, leaf.id].toSorted())

    const { edits } = await other.listGoalEdits({ params })
    expect(edits[0]).toMatchObject({
      fields: { blockedByGoalIds: { from: [], to: [leaf.id] } },
      withheld: ['blockedByGoalIds'],
    })
    const conflict = other
      .updateGoal({ params, body: { title: 'x', expectedVersion: 1 } })
      .catch((error) => error)
    expectNothingOf([edits, (await conflict).addition], [top, blocker])
    const { edits: all } = await ada.api.listGoalEdits({ params })
    expect(all[0]?.fields.blockedByGoalIds?.to).toContain(blocker.id)
    expect(all[0]).not.toHaveProperty('withheld')
  })
})

describe('a token with its own goals only', async () => {
  const top = await create()
  const own = await create({ parentGoalId: top.id, ownerUserId: bob.userId })
  const theirs = await create({ parentGoalId: own.id })
  const mine = await create({ parentGoalId: own.id, ownerUserId: bob.userId })
  const leaf = await create({ parentGoalId: mine.id, ownerUserId: bob.userId })
  const api = await program({}, ['goals:read', 'goals:write'], bob)

  it('sees no other goal of the tree, and a roll-up only where all of it is its own', async () => {
    const { goal } = await api.getGoal({ params: { goalId: own.id } })
    expect(goal).toMatchObject({ parentGoalId: null, ancestors: [], rollup: null, ready: false })
    const { goal: inner } = await api.getGoal({ params: { goalId: mine.id } })
    expect(inner).toMatchObject({ parentGoalId: own.id, rollup: { children: 1 } })
    const tree = await api.getGoalTree({ params: { goalId: own.id } })
    expect(tree.goals.map(({ id }) => id)).toEqual([own.id, mine.id, leaf.id])
    const lists = [
      await api.listGoals(),
      await api.listGoals({ query: { parentGoalId: own.id } }),
      await api.getBrief(),
    ]
    expectNothingOf([goal, inner, tree, lists], [top, theirs])
    const { goals } = await api.listGoals({ query: { parentGoalId: 'none' } })
    expect(goals.map(({ id }) => id)).toEqual([own.id])
    expect((await api.listGoals({ query: { parentGoalId: top.id } })).goals).toEqual([])
  })

  it('names no goal that it does not see', async () => {
    const params = { goalId: leaf.id }
    await expect(api.updateGoal({ params, body: { parentGoalId: theirs.id } })).rejects.toMatchObject({
      code: 'invalid_goal_parent',
    })
    await expect(api.updateGoal({ params, body: { blockedByGoalIds: [theirs.id] } })).rejects.toMatchObject({
      code: 'invalid_goal_blockers',
    })
  })
})

it('goals of another organization are unknown as parents and blockers', async () => {
  const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
  const goal = await create()
  const send = createSend(service, eve)
  const { id } = await create({}, eve)
  const path = `/v1/goals/${id}`
  expect(await send('PATCH', path, { body: { parentGoalId: goal.id } })).toMatchObject(
    refusal('invalid_goal_parent'),
  )
  expect(await send('PATCH', path, { body: { blockedByGoalIds: [goal.id] } })).toMatchObject(
    refusal('invalid_goal_blockers'),
  )
  expect(await send('GET', `/v1/goals/${goal.id}/tree`)).toMatchObject(refusal('goal_not_found'))
  expect(await send('GET', `/v1/goals?parentGoalId=${goal.id}`)).toMatchObject({ body: { goals: [] } })
})

it('a cursor of a tree is of no use to a token that sees other goals', async () => {
  const top = await create()
  await create({ parentGoalId: top.id })
  const path = `/v1/goals/${top.id}/tree`
  const { nextCursor } = await ada.api.getGoalTree({ params: { goalId: top.id }, query: { limit: 1 } })
  const limited = await createToken(ada, allScopes, { goalIds: [top.id] })
  const send = createSend(service, ada)
  const headers = { origin: undefined, cookie: undefined, ...bearer(limited.secret) }
  expect(await send('GET', `${path}?cursor=${nextCursor}`, { headers })).toMatchObject(
    refusal('invalid_cursor'),
  )
  expect(await send('GET', `${path}?depth=1&cursor=${nextCursor}`)).toMatchObject(refusal('invalid_cursor'))
})

describe('a token with its own goals only, further away from goals of others', () => {
  const ofBob = (parentGoalId: string | null = null) => create({ parentGoalId, ownerUserId: bob.userId })

  it('learns nothing of two goals above its own', async () => {
    const top = await create()
    const middle = await create({ parentGoalId: top.id })
    const own = await ofBob(middle.id)
    const below = await ofBob(own.id)
    const api = await program({}, ['goals:read'], bob)
    const { goal } = await api.getGoal({ params: { goalId: own.id } })
    expect(goal).toMatchObject({ parentGoalId: null, ancestors: [] })
    const { goal: deep } = await api.getGoal({ params: { goalId: below.id } })
    expect(deep.ancestors.map(({ id }) => id)).toEqual([own.id])
    expectNothingOf([goal, deep, await api.listGoals()], [top, middle])
  })

  it('sees no roll-up that a goal of somebody else, two levels below, is part of', async () => {
    const top = await ofBob()
    const child = await ofBob(top.id)
    const api = await program({}, ['goals:read'], bob)
    const rollup = async () => (await api.getGoal({ params: { goalId: top.id } })).goal.rollup
    expect(await rollup()).toMatchObject({ descendants: 1 })
    await create({ parentGoalId: child.id })
    expect(await rollup()).toBeNull()
  })
})
