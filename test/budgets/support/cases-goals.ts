import { createGoal, createLabel, newGoal, reportOf } from '../../support/people/goals.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import type { Case, Cases } from './case.ts'
import type { BudgetWorld } from './world.ts'

const label = ({ owner, next }: BudgetWorld) => createLabel(owner, `Label ${next()}`)

async function view({ owner, next }: BudgetWorld, isShared: boolean): Promise<string> {
  const body = { name: `View ${next()}`, query: '', isShared }
  return (await owner.api.createGoalView({ body })).goalView.id
}

/** The id of a goal with two labels and two reports. */
async function busyGoal(world: BudgetWorld): Promise<string> {
  const { owner } = world
  const { id: goalId } = await createGoal(owner, { labelIds: [await label(world), await label(world)] })
  for (const expectedRevision of [1, 2]) {
    const body = reportOf(`Report ${expectedRevision}`, { expectedRevision })
    await owner.api.createGoalUpdate({ params: { goalId }, body })
  }
  return goalId
}

type Query = Record<string, string | number>

/** A list of summaries, which the index holds, and a list of whole goals, whose texts are read by key. */
const filtered = (title: string, query: (world: BudgetWorld) => Query | Promise<Query>): Case[] =>
  (['summary', 'full'] as const).map((view) => ({
    title: `${title}, ${view}`,
    ...(view === 'full' && { trips: tripsOfFullLists }),
    request: async (world) => {
      await busyGoal(world)
      return { query: { ...(await query(world)), ...(view === 'summary' && { view }) } }
    },
  }))

/** The caller, the rows, and the texts of their goals. */
const tripsOfFullLists = 3

/** Like a read, and the texts before and after each edit that changed some. */
const tripsWithTexts = 3

/** A goal whose texts were edited twice, after its first version. */
async function rewrittenGoal(world: BudgetWorld): Promise<string> {
  const goalId = await busyGoal(world)
  for (const detailedDescription of ['Plant an oak.', 'Plant a birch.']) {
    await world.owner.api.updateGoal({ params: { goalId }, body: { detailedDescription } })
  }
  return goalId
}

/** A goal whose title was edited after its first version. */
async function retitledGoal(world: BudgetWorld): Promise<string> {
  const goalId = await busyGoal(world)
  await world.owner.api.updateGoal({ params: { goalId }, body: { title: 'Oaks' } })
  return goalId
}

export const goalCases: Cases = {
  listGoals: [
    ...filtered('all', () => ({})),
    ...filtered('by status', () => ({ status: 'active' })),
    ...filtered('by health', () => ({ health: 'on_track' })),
    ...filtered('by owner', ({ owner }) => ({ ownerUserId: owner.userId })),
    ...filtered('by another owner', ({ member }) => ({ ownerUserId: member.userId })),
    ...filtered('by owner, status and health', ({ owner }) => ({
      ownerUserId: owner.userId,
      status: 'active',
      health: 'on_track',
    })),
    ...filtered('by label', async (world) => {
      const labelId = await label(world)
      await createGoal(world.owner, { labelIds: [labelId] })
      return { labelId }
    }),
    ...filtered('by several statuses, since a time', () => ({
      status: 'active,paused',
      updatedSince: '2026-01-01T00:00:00.000Z',
    })),
    ...filtered('by attention', () => ({ attention: 'at_risk' })),
    {
      title: 'by a label without goals',
      request: async (world) => ({ query: { labelId: await label(world) } }),
    },
    {
      title: 'by owner, second page, summary',
      request: async (world) => {
        await createGoal(world.owner)
        await createGoal(world.owner)
        const query = { ownerUserId: world.owner.userId, limit: 1, view: 'summary' as const }
        const { nextCursor } = await world.owner.api.listGoals({ query })
        return { query: { ...query, cursor: nextCursor ?? '' } }
      },
    },
  ],
  createGoal: [
    {
      title: 'with everything, for another member',
      needsAllGoals: true,
      request: async (world) => ({
        body: {
          ...newGoal,
          title: 'Trees',
          ownerUserId: world.member.userId,
          labelIds: [await label(world), await label(world)],
          criteria: [{ title: 'Counted', description: 'A hundred trees stand.' }],
        },
      }),
    },
    {
      title: 'with an unknown label',
      status: 400,
      request: () => ({ body: { ...newGoal, labelIds: [unknownId] } }),
    },
  ],
  getGoal: [
    { title: 'with labels', request: async (world) => ({ params: { goalId: await busyGoal(world) } }) },
    { title: 'unknown', status: 404, request: () => ({ params: { goalId: unknownId } }) },
  ],
  updateGoal: [
    {
      title: 'the title of a goal with labels',
      request: async (world) => ({ params: { goalId: await busyGoal(world) }, body: { title: 'Changed' } }),
    },
    {
      title: 'everything',
      needsAllGoals: true,
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: {
          ...newGoal,
          title: 'Changed',
          ownerUserId: world.member.userId,
          labelIds: [await label(world), await label(world)],
          criteria: [],
        },
      }),
    },
    {
      title: 'nothing',
      request: async (world) => ({ params: { goalId: await busyGoal(world) }, body: newGoal }),
      trips: 2,
    },
    {
      title: 'on an earlier version',
      status: 409,
      request: async (world) => ({
        params: { goalId: await retitledGoal(world) },
        body: { title: 'Changed', expectedVersion: 1 },
      }),
    },
    {
      title: 'unknown',
      status: 404,
      request: () => ({ params: { goalId: unknownId }, body: { title: 'x' } }),
    },
  ],
  deleteGoal: [
    {
      title: 'with labels and history',
      request: async (world) => ({ params: { goalId: await busyGoal(world) } }),
    },
    { title: 'unknown', status: 404, request: () => ({ params: { goalId: unknownId } }) },
  ],
  listGoalUpdates: [
    { title: 'all', request: async (world) => ({ params: { goalId: await busyGoal(world) } }) },
    {
      title: 'second page',
      request: async (world) => {
        const params = { goalId: await busyGoal(world) }
        const { nextCursor } = await world.owner.api.listGoalUpdates({ params, query: { limit: 1 } })
        return { params, query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
    { title: 'of an unknown goal', status: 404, request: () => ({ params: { goalId: unknownId } }) },
  ],
  listGoalEdits: [
    { title: 'of the title', request: async (world) => ({ params: { goalId: await retitledGoal(world) } }) },
    {
      title: 'of texts, newest first',
      trips: tripsWithTexts,
      request: async (world) => ({
        params: { goalId: await rewrittenGoal(world) },
        query: { order: 'desc' },
      }),
    },
    { title: 'of an unknown goal', status: 404, request: () => ({ params: { goalId: unknownId } }) },
  ],
  acknowledgeGoalUpdate: [
    {
      title: "another member's report",
      as: 'member',
      request: async (world) => ({ params: { goalId: await busyGoal(world), revision: '3' } }),
    },
    {
      title: 'their own report',
      status: 403,
      request: async (world) => ({ params: { goalId: await busyGoal(world), revision: '3' } }),
    },
  ],
  listGoalUpdateAcknowledgements: [
    {
      title: 'of a report with an acknowledgement',
      request: async (world) => {
        const params = { goalId: await busyGoal(world), revision: '2' }
        await world.member.api.acknowledgeGoalUpdate({ params })
        return { params }
      },
    },
    {
      title: 'of an unknown report',
      status: 404,
      request: async (world) => ({ params: { goalId: await busyGoal(world), revision: '999' } }),
    },
  ],
  createGoalUpdate: [
    {
      title: 'on a goal with labels',
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: reportOf('Report 3', { expectedRevision: 3 }),
      }),
    },
    {
      title: 'another report with its key',
      status: 409,
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: reportOf('Another', { idempotencyKey: 'Report 2' }),
      }),
    },
    {
      title: 'on an earlier revision',
      status: 409,
      request: async (world) => ({ params: { goalId: await busyGoal(world) }, body: reportOf('Stale') }),
    },
  ],
  listGoalViews: [
    {
      title: 'another page',
      request: async (world) => {
        for (const isShared of [false, true]) await view(world, isShared)
        const { nextCursor } = await world.owner.api.listGoalViews({ query: { limit: 1 } })
        return { query: { cursor: nextCursor ?? '' } }
      },
    },
  ],
  updateGoalView: [
    {
      title: 'no longer sharing it',
      request: async (world) => ({
        params: { goalViewId: await view(world, true) },
        body: { isShared: false },
      }),
    },
  ],
  listGoalLabels: [
    {
      title: 'second page',
      request: async (world) => {
        await Promise.all([label(world), label(world)])
        const { nextCursor } = await world.owner.api.listGoalLabels({ query: { limit: 1 } })
        return { query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
  ],
  createGoalLabel: [
    {
      title: 'a taken name',
      status: 409,
      request: async (world) => {
        const name = `Taken ${world.next()}`
        await world.owner.api.createGoalLabel({ body: { name } })
        return { body: { name } }
      },
    },
  ],
  getGoalLabel: [{ title: 'unknown', status: 404, request: () => ({ params: { labelId: unknownId } }) }],
  updateGoalLabel: [
    {
      title: 'name, color and description',
      request: async (world) => ({
        params: { labelId: await label(world) },
        body: { name: `Renamed ${world.next()}`, color: 'green', description: 'Trees' },
      }),
    },
    {
      title: 'a taken name',
      status: 409,
      request: async (world) => {
        const name = `Taken ${world.next()}`
        await world.owner.api.createGoalLabel({ body: { name } })
        return { params: { labelId: await label(world) }, body: { name } }
      },
    },
  ],
  deleteGoalLabel: [
    {
      title: 'one in use',
      status: 409,
      request: async (world) => {
        const labelId = await label(world)
        await createGoal(world.owner, { labelIds: [labelId] })
        return { params: { labelId } }
      },
    },
  ],
}
