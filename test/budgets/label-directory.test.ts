import { operations } from '@cairn/contract/registry/registry'
import { describe, expect, it } from 'vitest'
import type { ExampleRequest } from '../support/operations/example.ts'
import { createGoal, createLabel } from '../support/people/goals.ts'
import type { EngineCall } from '../support/service/engine-call.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { measure } from './support/measure.ts'
import { createBudgetWorld, warmUp } from './support/world.ts'

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)
const { owner } = world
const labelId = await createLabel(owner, 'Forest')
const goal = await createGoal(owner, { labelIds: [labelId] })
const goalId = goal.id
const byToken = { authorization: `Bearer ${world.secrets.all}` }

// Afterwards the service remembers the caller and reads credential, membership and labels in one call.
await measure(world, operations.getGoal, { params: { goalId } }, byToken)

const namesOf = (calls: readonly EngineCall[]) => calls.map(({ operation }) => operation).toSorted()

describe('calls of a goal with labels', () => {
  it.each<
    ['getGoal' | 'listGoals' | 'updateGoal' | 'updateGoalLabel' | 'createGoalLabel', ExampleRequest, string[]]
  >([
    ['getGoal', { params: { goalId } }, ['BatchGetItem', 'Query']],
    // A query for each status.
    ['listGoals', { query: { view: 'summary' } }, ['BatchGetItem', ...Array(4).fill('Query')]],
    ['listGoals', { query: { status: 'active', view: 'summary' } }, ['BatchGetItem', 'Query']],
    // The texts of the goal, which nobody has judged.
    ['listGoals', { query: { status: 'active' } }, ['BatchGetItem', 'GetItem', 'Query']],
    [
      'updateGoal',
      { params: { goalId }, body: { title: 'Changed' } },
      ['BatchGetItem', 'Query', 'TransactWriteItems'],
    ],
    [
      'updateGoalLabel',
      { params: { labelId }, body: { color: 'green' } },
      ['BatchGetItem', 'TransactWriteItems'],
    ],
    ['createGoalLabel', { body: { name: 'Sea' } }, ['BatchGetItem', 'TransactWriteItems']],
  ])('%s makes no call for the labels', async (id, request, calls) => {
    const { status, calls: made } = await measure(world, operations[id], request, byToken)
    expect(status).toBe(operations[id].success.status)
    expect(namesOf(made)).toEqual(calls)
  })
})
