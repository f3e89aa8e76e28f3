import { ApiError, type Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { seededRandom, testSeed, testsAll } from '../../support/test-all.ts'
import { childrenOf, isAllowed, type Model, type ModelGoal, placeIn, placeOf } from './tree-model/model.ts'

/** Random steps against a model. After every step, the goal and the lists agree with it; after every tenth, all goals do. */

const service = stopAfterFile(await startTestService())
const stepCount = testsAll ? 2_000 : 200
const maximumGoals = 24

type World = { api: Client; model: Model; random: () => number }

const statuses = ['active', 'active', 'active', 'paused', 'completed', 'archived'] as const
const healths = ['on_track', 'at_risk', 'off_track', null] as const

function one<T>({ random }: Pick<World, 'random'>, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

const some = (world: World, maximum: number): string[] => {
  const count = world.model.size === 0 ? 0 : Math.floor(world.random() * (maximum + 1))
  return [...new Set(Array.from({ length: count }, () => one(world, [...world.model.keys()])))]
}

async function codeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

async function publish(world: World): Promise<void> {
  const { api, model } = world
  const parentId = model.size > 0 && world.random() < 0.7 ? one(world, [...model.keys()]) : null
  const blockerIds = some(world, 2)
  const weight = one(world, [0, 1, 1, 3])
  const goal: ModelGoal = {
    id: 'new',
    title: `Goal ${model.size} ${Math.floor(world.random() * 1e6)}`,
    status: 'active',
    health: null,
    progress: null,
    weight,
    parentId,
    blockerIds,
  }
  const tried: Model = new Map([...model, ['new', goal]])
  const request = api.createGoal({
    body: {
      title: goal.title,
      detailedDescription: 'Text',
      timeframe: { kind: 'continuous' },
      parentGoalId: parentId,
      blockedByGoalIds: blockerIds,
      rollupWeight: weight,
      measures: [{ title: 'Trees', unit: null, start: 0, target: 10 }],
    },
  })
  if (!isAllowed(tried, 'new')) {
    expect(await codeOf(request)).toMatch(/^goal_(parent|blocker)_conflict$/)
    return
  }
  const { goal: made } = await request
  model.set(made.id, { ...goal, id: made.id })
  expect(placeOf(made)).toEqual(placeIn(model, made.id))
}

async function report(world: World): Promise<void> {
  const { api, model } = world
  const goal = one(world, [...model.values()])
  const { goal: current } = await api.getGoal({ params: { goalId: goal.id } })
  const status = one(world, statuses)
  const closes = status === 'completed' || status === 'archived'
  const health = closes ? null : one(world, healths)
  const value = world.random() < 0.5 ? Math.floor(world.random() * 11) : undefined
  await api.createGoalUpdate({
    params: { goalId: goal.id },
    body: {
      status,
      ...(health && { health }),
      summary: 'News',
      details: 'News',
      expectedRevision: current.revision,
      idempotencyKey: `${current.revision}`,
      ...(value !== undefined && { measurements: [{ measureId: current.measures[0]?.id ?? '', value }] }),
    },
  })
  model.set(goal.id, {
    ...goal,
    status,
    health: closes ? null : (health ?? goal.health),
    progress: value === undefined ? goal.progress : value / 10,
  })
}

async function place(world: World): Promise<void> {
  const { api, model } = world
  const goal = one(world, [...model.values()])
  const changes = {
    ...(world.random() < 0.6 && { parentId: world.random() < 0.2 ? null : one(world, [...model.keys()]) }),
    ...(world.random() < 0.5 && { blockerIds: some(world, 2) }),
  }
  if (Object.keys(changes).length === 0) return
  const after = { ...goal, ...changes }
  const body = {
    ...(changes.parentId !== undefined && { parentGoalId: changes.parentId }),
    ...(changes.blockerIds && { blockedByGoalIds: changes.blockerIds }),
  }
  const request = api.updateGoal({ params: { goalId: goal.id }, body })
  if (after.parentId === goal.id || after.blockerIds.includes(goal.id)) {
    expect(await codeOf(request)).toMatch(/^invalid_goal_(parent|blockers)$/)
    return
  }
  const tried: Model = new Map([...model, [goal.id, after]])
  if (!isAllowed(tried, goal.id)) {
    expect(await codeOf(request)).toMatch(/^goal_(parent|blocker)_conflict$/)
    return
  }
  const { goal: made } = await request
  model.set(goal.id, after)
  expect(placeOf(made)).toEqual(placeIn(model, goal.id))
}

async function edit(world: World): Promise<void> {
  const goal = one(world, [...world.model.values()])
  const title = `Renamed ${Math.floor(world.random() * 1e6)}`
  const weight = one(world, [0, 1, 2])
  await world.api.updateGoal({ params: { goalId: goal.id }, body: { title, rollupWeight: weight } })
  world.model.set(goal.id, { ...goal, title, weight })
}

async function remove(world: World): Promise<void> {
  const { api, model } = world
  const goal = one(world, [...model.values()])
  const request = api.deleteGoal({ params: { goalId: goal.id } })
  if (childrenOf(model, goal.id).length > 0) {
    expect(await codeOf(request)).toBe('goal_has_children')
    return
  }
  await request
  model.delete(goal.id)
}

async function listed(api: Client, query: object): Promise<Map<string, Goal>> {
  const { goals } = await api.listGoals({ query: { limit: 100, ...query } })
  return new Map(goals.map((goal) => [goal.id, goal as Goal]))
}

async function compare({ api, model }: World): Promise<void> {
  const places = (ids: Iterable<string>) => [...ids].map((id) => [id, placeIn(model, id)] as const)
  const all = await listed(api, {})
  expect(new Map([...all].map(([id, goal]) => [id, placeOf(goal)]))).toEqual(new Map(places(model.keys())))
  const where = (matches: (id: string) => boolean) => [...model.keys()].filter(matches).toSorted()
  for (const ready of [true, false]) {
    const found = await listed(api, { view: 'summary', ready: String(ready) })
    expect([...found.keys()].toSorted()).toEqual(where((id) => placeIn(model, id).ready === ready))
  }
  const blocked = await listed(api, { view: 'summary', blocked: 'true' })
  const isBlocked = (id: string) =>
    placeIn(model, id).blockedBy.some(({ status }) => status === 'active' || status === 'paused')
  expect([...blocked.keys()].toSorted()).toEqual(where(isBlocked))
  for (const [id] of all) {
    const below = await listed(api, { view: 'summary', parentGoalId: id })
    expect([...below.keys()].toSorted()).toEqual(where((one) => model.get(one)?.parentId === id))
    const waiting = await listed(api, { view: 'summary', blockerGoalId: id })
    expect([...waiting.keys()].toSorted()).toEqual(
      where((one) => model.get(one)?.blockerIds.includes(id) ?? false),
    )
  }
}

describe('goals together', () => {
  it(`match the model over ${stepCount} steps (seed ${testSeed})`, async () => {
    const { api } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
    const world: World = { api, model: new Map(), random: seededRandom(testSeed) }
    for (let step = 0; step < stepCount; step++) {
      const { size } = world.model
      const steps = size < 3 ? [publish] : [publish, report, report, place, place, place, edit, remove]
      const chosen = one(world, steps)
      if (chosen !== publish || size < maximumGoals) await chosen(world)
      const [first] = world.model.keys()
      const id = first && one(world, [...world.model.keys()])
      if (id) {
        const { goal } = await api.getGoal({ params: { goalId: id } })
        expect(placeOf(goal)).toEqual(placeIn(world.model, id))
        const ready = await listed(api, { view: 'summary', ready: 'true' })
        expect(ready.has(id)).toBe(goal.ready)
      }
      if (step % 10 === 9) await compare(world)
    }
    await compare(world)
    await expectSoundTable(service.table.database)
  })
})
