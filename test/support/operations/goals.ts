import type { OutputOf } from '@cairn/contract/registry/registry'
import { expect } from 'vitest'
import { createGoal, historyOf, newGoal, reportOf } from '../people/goals.ts'
import type { World } from '../people/world.ts'
import { responseTo } from '../requests/outcomes.ts'
import { type ExamplesOf, fieldsOf, nothing, type Scene } from './example.ts'

async function goalParams({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

/** A report on a colleague's goal that says that its criterion is met: nobody acknowledges a report of their own. */
async function foreignReport({ world, caller }: Scene) {
  const author = caller.userId === world.colleague.userId ? world.owner : world.colleague
  const create = async () => {
    const { id, criteria } = await createGoal(author, {
      criteria: [{ title: 'Planted', description: 'All of them.' }],
    })
    const verdicts = criteria.map((criterion) => ({ criterionId: criterion.id, result: 'met' as const }))
    await author.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Planted', { verdicts }) })
    return [id, ...criteria.map((criterion) => criterion.id)].join(' ')
  }
  const ids = await world.once(`reported goal of ${author.userId}`, create)
  const [goalId = '', ...confirmedCriterionIds] = ids.split(' ')
  return { params: { goalId, revision: '2' }, body: { confirmedCriterionIds } }
}

/** Whether `getGoal` returns what the operation returned. */
async function isStored({ owner }: World, body: OutputOf<'getGoal'> | undefined): Promise<void> {
  const { goal } = await owner.api.getGoal({ params: { goalId: body?.goal.id ?? '' } })
  // A program is not told whether somebody watches the goal.
  expect(goal).toEqual({ ...body?.goal, watching: goal.watching })
}

export const goals: ExamplesOf<'goals'> = {
  listGoals: { access: 'list-goals', request: nothing },
  countGoals: { access: 'list-goals', request: nothing },
  createGoal: {
    access: 'create-goal',
    request: () => ({ body: newGoal }),
    effect: ({ world, body }) => isStored(world, body),
  },
  getGoal: { access: 'read-goal', request: async (scene) => ({ params: await goalParams(scene) }) },
  updateGoal: {
    access: 'change-goal',
    request: async (scene) => ({ params: await goalParams(scene), body: { title: 'Trees' } }),
    effect: async (done) => {
      await isStored(done.world, done.body)
      const { title, labelIds } = fieldsOf(done) as { title?: string; labelIds?: string[] }
      const goal = done.body?.goal
      if (title !== undefined) expect(goal?.title).toBe(title)
      if (labelIds) expect(goal?.labels.map(({ id }) => id).toSorted()).toEqual(labelIds.toSorted())
    },
  },
  continueGoal: {
    access: 'continue-goal',
    request: async (scene) => ({
      params: await goalParams(scene),
      body: { timeframe: { kind: 'continuous' } },
    }),
    effect: async ({ world, request, body }) => {
      await isStored(world, body)
      const { goal } = await world.owner.api.getGoal({ params: { goalId: request.params?.goalId ?? '' } })
      expect(goal.continuedByGoalIds).toContain(body?.goal.id)
      expect(body?.goal.continuedFromGoalId).toBe(goal.id)
    },
  },
  deleteGoal: {
    access: 'change-goal',
    request: async (scene) => ({ params: await goalParams(scene) }),
    effect: async ({ world, request }) => {
      const params = { goalId: request.params?.goalId ?? '' }
      const { outcome } = await responseTo(world.owner.api.getGoal({ params }))
      expect(outcome).toBe('404 goal_not_found')
    },
    alreadyDone: ['goal_not_found'],
  },
  getGoalTree: { access: 'read-goal', request: async (scene) => ({ params: await goalParams(scene) }) },
  listGoalUpdates: { access: 'read-goal', request: async (scene) => ({ params: await goalParams(scene) }) },
  createGoalUpdate: {
    access: 'change-goal',
    request: async (scene) => ({ params: await goalParams(scene), body: reportOf('Ten trees') }),
    effect: async (done) => {
      const history = await historyOf(done.world.owner, done.request.params?.goalId ?? '')
      const key = fieldsOf(done).idempotencyKey
      const reports = history.filter(({ idempotencyKey }) => idempotencyKey === key)
      expect(reports).toEqual([done.body?.update])
      expect(history.at(-1)).toEqual(reports[0])
    },
  },
  listGoalEdits: { access: 'read-goal', request: async (scene) => ({ params: await goalParams(scene) }) },
  acknowledgeGoalUpdate: {
    access: 'acknowledge-report',
    request: foreignReport,
    effect: async ({ world, request, body }) => {
      const history = await historyOf(world.owner, request.params?.goalId ?? '')
      expect(history).toContainEqual(body?.update)
      const acknowledged = body?.update.acknowledgements.map(({ userId }) => userId)
      expect(acknowledged).toEqual([world.owner.userId])
    },
  },
  listGoalUpdateAcknowledgements: {
    access: 'read-goal',
    request: async (scene) => ({ params: { ...(await goalParams(scene)), revision: '1' } }),
  },
}
