import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

/** Parents, blockers, roll-ups and trees on one machine, whose process follows changes before the next read. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const { api } = ada

let count = 0
async function create(fields: Partial<Parameters<typeof api.createGoal>[0]['body']> = {}): Promise<Goal> {
  const title = fields.title ?? `Goal ${++count}`
  const body = { title, detailedDescription: 'A text', timeframe: { kind: 'continuous' } as const, ...fields }
  return (await api.createGoal({ body })).goal
}
const below = (parent: Goal, fields: object = {}) => create({ parentGoalId: parent.id, ...fields })
const read = async (goal: Goal) => (await api.getGoal({ params: { goalId: goal.id } })).goal
const edit = (goal: Goal, body: object) => browser('PATCH', `/v1/goals/${goal.id}`, { body })
async function report(goal: Goal, fields: object): Promise<void> {
  const { revision } = await read(goal)
  await api.createGoalUpdate({
    params: { goalId: goal.id },
    body: {
      status: 'active',
      summary: 'News',
      details: 'News',
      expectedRevision: revision,
      idempotencyKey: `${goal.id} ${revision}`,
      ...fields,
    },
  })
}
const chain = async (length: number): Promise<Goal[]> => {
  const goals = [await create()]
  for (let level = 1; level < length; level++) goals.push(await below(goals.at(-1) as Goal))
  return goals
}

describe('a goal below another one', () => {
  it('has the goals above it, and they count it', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    expect(await read(leaf)).toMatchObject({
      parentGoalId: middle.id,
      ancestors: [
        { id: top.id, title: top.title },
        { id: middle.id, title: middle.title },
      ],
      ready: true,
      rollup: null,
    })
    expect(leaf).toEqual(await read(leaf))
    expect(await read(top)).toMatchObject({
      parentGoalId: null,
      ancestors: [],
      ready: false,
      notReady: ['subgoals'],
      rollup: {
        children: 1,
        descendants: 2,
        byStatus: { active: 2, paused: 0, completed: 0, archived: 0 },
        byHealth: { on_track: 0, at_risk: 0, off_track: 0, none: 2 },
        progress: null,
      },
      version: 1,
    })
  })

  it('changes the roll-up of all above it by reports, and nothing else of them', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    const before = await read(top)
    await report(leaf, { health: 'at_risk' })
    expect((await read(top)).rollup?.byHealth).toEqual({ on_track: 0, at_risk: 1, off_track: 0, none: 1 })
    await report(leaf, { status: 'completed' })
    const after = await read(top)
    expect(after.rollup).toMatchObject({ byStatus: { active: 1, completed: 1 }, progress: 1 })
    expect({ ...after, rollup: null }).toEqual({ ...before, rollup: null })
    expect((await read(middle)).ready).toBe(true)
    await report(middle, { status: 'completed' })
    expect((await read(top)).ready).toBe(true)
  })

  it('rolls progress up by weight', async () => {
    const top = await create()
    const measures = [{ title: 'Trees', unit: null, start: 0, target: 100 }]
    const half = await below(top, { measures, rollupWeight: 3 })
    await report(half, { measurements: [{ measureId: half.measures[0]?.id, value: 50 }] })
    const done = await below(top)
    await report(done, { status: 'completed' })
    await below(top)
    const dropped = await below(top, { rollupWeight: 1_000 })
    await report(dropped, { status: 'archived' })
    expect((await read(top)).rollup?.progress).toBe((3 * 0.5 + 1) / 4)
  })

  it('moves with everything below it', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    const other = await create()
    const moved = await edit(middle, { parentGoalId: other.id })
    expect(moved).toMatchObject({ status: 200, body: { goal: { parentGoalId: other.id, version: 2 } } })
    expect((await read(leaf)).ancestors.map(({ id }) => id)).toEqual([other.id, middle.id])
    expect((await read(top)).rollup).toBeNull()
    expect((await read(other)).rollup).toMatchObject({ children: 1, descendants: 2 })
    expect(await edit(middle, { parentGoalId: other.id })).toMatchObject({ body: { goal: { version: 2 } } })
    expect(await edit(middle, { parentGoalId: null })).toMatchObject({
      body: { goal: { parentGoalId: null, ancestors: [] } },
    })
    const { edits } = await api.listGoalEdits({ params: { goalId: middle.id } })
    expect(edits.map(({ fields }) => fields)).toEqual([
      { parentGoalId: { from: top.id, to: other.id } },
      { parentGoalId: { from: other.id, to: null } },
    ])
    expect(leaf.id).toBeTruthy()
  })

  it('shows a new title of those above it', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    await edit(top, { title: 'Renamed' })
    expect((await read(leaf)).ancestors).toEqual([
      { id: top.id, title: 'Renamed' },
      { id: middle.id, title: middle.title },
    ])
  })

  it('400s a parent that is unknown or the goal itself, 409s circles and a sixth level', async () => {
    const goals = await chain(5)
    const [top, second, , , last] = goals as [Goal, Goal, Goal, Goal, Goal]
    expect(await edit(top, { parentGoalId: top.id })).toMatchObject(refusal('invalid_goal_parent'))
    expect(await edit(top, { parentGoalId: '00000000-0000-4000-8000-000000000000' })).toMatchObject(
      refusal('invalid_goal_parent'),
    )
    expect(await edit(top, { parentGoalId: last.id })).toMatchObject(refusal('goal_parent_conflict'))
    const body = {
      title: 'x',
      detailedDescription: 'x',
      timeframe: { kind: 'continuous' },
      parentGoalId: last.id,
    }
    expect(await browser('POST', '/v1/goals', { body })).toMatchObject(refusal('goal_parent_conflict'))
    const other = await create()
    expect(await edit(top, { parentGoalId: other.id })).toMatchObject(refusal('goal_parent_conflict'))
    expect(await edit(second, { parentGoalId: other.id })).toMatchObject({ status: 200 })
    expect((await read(top)).version).toBe(1)
  })

  it('409s the deletion of a goal with sub-goals; afterwards it is counted no longer', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    expect(await browser('DELETE', `/v1/goals/${middle.id}`)).toMatchObject(refusal('goal_has_children'))
    expect(await browser('DELETE', `/v1/goals/${leaf.id}`)).toMatchObject({ status: 204 })
    expect((await read(middle)).rollup).toBeNull()
    expect((await read(top)).rollup).toMatchObject({ children: 1, descendants: 1 })
    expect(await browser('DELETE', `/v1/goals/${middle.id}`)).toMatchObject({ status: 204 })
    expect((await read(top)).ready).toBe(true)
  })
})

describe('a goal that waits for others', () => {
  it('is ready once all of them are completed, archived or gone', async () => {
    const blockers = [await create(), await create(), await create()] as [Goal, Goal, Goal]
    const goal = await create({ blockedByGoalIds: blockers.map(({ id }) => id) })
    expect(goal.blockedBy.map(({ id }) => id).toSorted()).toEqual(blockers.map(({ id }) => id).toSorted())
    expect(await read(goal)).toMatchObject({ ready: false, notReady: ['blocked'] })
    await report(blockers[0], { status: 'completed' })
    await report(blockers[1], { status: 'archived' })
    expect((await read(goal)).ready).toBe(false)
    await edit(blockers[2], { title: 'Last' })
    expect((await read(goal)).blockedBy).toContainEqual({
      id: blockers[2].id,
      title: 'Last',
      status: 'active',
    })
    expect(await browser('DELETE', `/v1/goals/${blockers[2].id}`)).toMatchObject({ status: 204 })
    const after = await read(goal)
    expect(after).toMatchObject({ ready: true, version: 1 })
    expect(after.blockedBy).toHaveLength(2)
    expect('notReady' in after).toBe(false)
  })

  it('400s unknown ones and itself, 409s circles, also mixed ones', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    const other = await create({ blockedByGoalIds: [top.id] })
    const third = await create({ blockedByGoalIds: [other.id] })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const id of [leaf.id, unknown]) {
      expect(await edit(leaf, { blockedByGoalIds: [id] })).toMatchObject(refusal('invalid_goal_blockers'))
    }
    for (const id of [top.id, middle.id, other.id, third.id]) {
      expect(await edit(leaf, { blockedByGoalIds: [id] })).toMatchObject(refusal('goal_blocker_conflict'))
    }
    expect(await edit(top, { blockedByGoalIds: [leaf.id] })).toMatchObject(refusal('goal_blocker_conflict'))
    expect(await edit(top, { blockedByGoalIds: [third.id] })).toMatchObject(refusal('goal_blocker_conflict'))
    expect(await edit(other, { parentGoalId: leaf.id })).toMatchObject(refusal('goal_parent_conflict'))
    const waiting = await create()
    await edit(top, { blockedByGoalIds: [waiting.id] })
    expect(await edit(waiting, { parentGoalId: leaf.id })).toMatchObject(refusal('goal_parent_conflict'))
    await edit(third, { blockedByGoalIds: [] })
    expect(await edit(leaf, { blockedByGoalIds: [third.id] })).toMatchObject({ status: 200 })
  })

  it('treats another order as no edit', async () => {
    const blockers = [await create(), await create()]
    const ids = blockers.map(({ id }) => id)
    const goal = await create({ blockedByGoalIds: ids })
    expect(await edit(goal, { blockedByGoalIds: ids.toReversed() })).toMatchObject({
      body: { goal: { version: 1 } },
    })
    expect(await edit(goal, { blockedByGoalIds: [ids[0]] })).toMatchObject({ body: { goal: { version: 2 } } })
  })
})

describe('lists', () => {
  it('filter by parent, blocker, ready and blocked', async () => {
    const [top, middle, leaf] = (await chain(3)) as [Goal, Goal, Goal]
    const waiting = await create({ blockedByGoalIds: [leaf.id] })
    const idsOf = async (query: object) =>
      (await api.listGoals({ query: { limit: 100, ...query } })).goals.map(({ id }) => id)
    expect(await idsOf({ parentGoalId: top.id })).toEqual([middle.id])
    expect(await idsOf({ parentGoalId: middle.id })).toEqual([leaf.id])
    const tops = await idsOf({ parentGoalId: 'none' })
    expect(tops).toContain(top.id)
    expect(tops).not.toContain(middle.id)
    expect(await idsOf({ blockerGoalId: leaf.id })).toEqual([waiting.id])
    const ready = await idsOf({ ready: 'true' })
    expect(ready).toContain(leaf.id)
    for (const { id } of [top, middle, waiting]) expect(ready).not.toContain(id)
    expect(await idsOf({ blocked: 'true' })).toContain(waiting.id)
    expect(await idsOf({ blocked: 'false' })).not.toContain(waiting.id)
    const summaries = (await api.listGoals({ query: { view: 'summary', parentGoalId: top.id } })).goals
    expect(summaries[0]).toMatchObject({ ancestors: [{ id: top.id }], rollup: { children: 1 } })
    expect(await api.countGoals({ query: { parentGoalId: top.id } })).toMatchObject({ total: 1 })
  })
})

describe('a tree', () => {
  it('has parents before children, most pressing first, page by page', async () => {
    const top = await create()
    const children = [await below(top), await below(top), await below(top)] as [Goal, Goal, Goal]
    const grandchildren = [await below(children[1]), await below(children[1])] as [Goal, Goal]
    await report(children[2], { health: 'off_track' })
    await report(children[1], { health: 'at_risk' })
    const params = { goalId: top.id }
    const whole = await api.getGoalTree({ params })
    const expected = [
      [top.id, 0],
      [children[2].id, 1],
      [children[1].id, 1],
      [grandchildren[0].id, 2],
      [grandchildren[1].id, 2],
      [children[0].id, 1],
    ]
    expect(whole.goals.map(({ id, depth }) => [id, depth])).toEqual(expected)
    expect(whole.nextCursor).toBeNull()
    for (const limit of [1, 2, 3, 4, 5]) {
      const found: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await api.getGoalTree({ params, query: { limit, ...(cursor && { cursor }) } })
        found.push(...page.goals.map(({ id, depth }) => [id, depth]))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(found).toEqual(expected)
    }
    const flat = await api.getGoalTree({ params, query: { depth: 1 } })
    expect(flat.goals).toHaveLength(4)
  })
})
