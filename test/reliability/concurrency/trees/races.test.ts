import { ApiError } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { transact } from '@cairn/domain/storage/database/transaction'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalTreeEntity } from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const { api } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

const create = async (fields: object = {}): Promise<Goal> => {
  const body = { detailedDescription: 'A goal', timeframe: { kind: 'continuous' } as const, ...fields }
  return (await api.createGoal({ body })).goal
}
const many = (count: number) => Promise.all(Array.from({ length: count }, () => create()))
const read = async ({ id }: Goal) => (await api.getGoal({ params: { goalId: id } })).goal
const edit = ({ id }: Goal, body: object) => outcomeOf(api.updateGoal({ params: { goalId: id }, body }))

async function outcomeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

it('of twenty goals that are moved below each other at once form trees of at most five levels, without a circle', async () => {
  const goals = await many(20)
  const outcomes = await Promise.all(
    goals.map((goal, index) => edit(goal, { parentGoalId: goals[(index * 7 + 3) % 20]?.id })),
  )
  for (const outcome of outcomes) expect(outcome).toMatch(/^(done|goal_parent_conflict)$/)
  const after = await Promise.all(goals.map(read))
  const moved = after.filter(({ parentGoalId }) => parentGoalId !== null)
  expect(moved).toHaveLength(outcomes.filter((outcome) => outcome === 'done').length)
  expect(moved.length).toBeGreaterThan(9)
  for (const goal of after) {
    expect(goal.ancestors.length).toBeLessThanOrEqual(4)
    expect(goal.ancestors.map(({ id }) => id)).not.toContain(goal.id)
    const below = after.filter(({ ancestors }) => ancestors.some(({ id }) => id === goal.id))
    expect(goal.rollup?.descendants ?? 0).toBe(below.length)
  }
  await expectSoundTable(service.table.database)
})

it('of two trees that are moved into each other, one moves', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await create(), await create()]
    const [below, belowOther] = [
      await create({ parentGoalId: one.id }),
      await create({ parentGoalId: other.id }),
    ]
    const outcomes = await Promise.all([
      edit(one, { parentGoalId: belowOther.id }),
      edit(other, { parentGoalId: below.id }),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'goal_parent_conflict'])
    const winner = outcomes[0] === 'done' ? one : other
    expect((await read(winner)).ancestors).toHaveLength(2)
  }
})

it('of goals that name each other as blockers at once, not all succeed, and no circle remains', async () => {
  const goals = await many(6)
  const outcomes = await Promise.all(
    goals.map((goal, index) => edit(goal, { blockedByGoalIds: [goals[(index + 1) % goals.length]?.id] })),
  )
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'done', 'done', 'goal_blocker_conflict'])
})

it('of a move and a blocker that together close a circle, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [parent, child] = [await create(), await create()]
    const outcomes = await Promise.all([
      edit(child, { parentGoalId: parent.id }),
      edit(child, { blockedByGoalIds: [parent.id] }),
    ])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const mutual = await Promise.all([create(), create()])
    const others = await Promise.all([
      edit(mutual[0], { parentGoalId: mutual[1].id }),
      edit(mutual[1], { blockedByGoalIds: [mutual[0].id] }),
    ])
    expect(others.filter((outcome) => outcome === 'done')).toHaveLength(1)
  }
})

it('of ten goals below a parent with 497 sub-goals, three are published', async () => {
  const parent = await create()
  await create({ parentGoalId: parent.id })
  const { organizationId, id: goalId } = parent
  const key = goalKeyOf({ organizationId, goalId })
  const count = (below1: number) =>
    transact(service.table.database, { tree: { Update: goalTreeEntity.patch(key).set({ below1 }) } })
  await count(497)
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => outcomeOf(create({ parentGoalId: parent.id }))),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 'goal_parent_conflict')).toHaveLength(7)
  await count(4)
  await expectSoundTable(service.table.database)
})

it('of the deletion of a goal and a new one below it, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const parent = await create()
    const [deleted, created] = await Promise.all([
      outcomeOf(api.deleteGoal({ params: { goalId: parent.id } })),
      outcomeOf(create({ parentGoalId: parent.id })),
    ])
    expect([deleted, created]).toSatisfy(
      ([one, other]: string[]) =>
        (one === 'done' && other === 'invalid_goal_parent') ||
        (one === 'goal_has_children' && other === 'done'),
    )
  }
  await expectSoundTable(service.table.database)
})

it('reports on fifty sub-goals at once never conflict, and the roll-up has all of them', async () => {
  const parent = await create()
  const children = await Promise.all(Array.from({ length: 50 }, () => create({ parentGoalId: parent.id })))
  const outcomes = await Promise.all(
    children.map(({ id }) =>
      outcomeOf(
        api.createGoalUpdate({
          params: { goalId: id },
          body: {
            status: 'active',
            health: 'at_risk',
            summary: 'News',
            details: 'News',
            expectedRevision: 1,
            idempotencyKey: 'news',
          },
        }),
      ),
    ),
  )
  expect(outcomes).toEqual(outcomes.map(() => 'done'))
  expect(await read(parent)).toMatchObject({ version: 1, rollup: { byHealth: { at_risk: 50, none: 0 } } })
})
