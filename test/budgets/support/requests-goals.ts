import type { OperationRequest } from '@cairn/contract/operation'
import type { operations } from '@cairn/contract/registry'
import type { Case } from './requests.ts'
import type { World } from './world.ts'

type NewGoal = OperationRequest<typeof operations.createGoal>['body']

const unknownId = '00000000-0000-4000-8000-000000000000'
const newGoal: NewGoal = { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } }
const report = {
  status: 'active',
  summary: 'Half way',
  details: 'Fifty.',
  expectedRevision: 1,
  idempotencyKey: 'k',
}
let names = 0

async function label({ owner }: World): Promise<string> {
  return (await owner.createGoalLabel({ body: { name: `Label ${++names}` } })).label.id
}

async function goal({ owner }: World, overrides: Partial<NewGoal> = {}): Promise<string> {
  return (await owner.createGoal({ body: { ...newGoal, ...overrides } })).goal.id
}

/** A goal with two labels and two reports. */
async function busyGoal(world: World): Promise<string> {
  const goalId = await goal(world, { labelIds: [await label(world), await label(world)] })
  for (const expectedRevision of [1, 2]) {
    const body = {
      ...report,
      status: 'active',
      expectedRevision,
      idempotencyKey: `${expectedRevision}`,
    } as const
    await world.owner.createGoalUpdate({ params: { goalId }, body })
  }
  return goalId
}

const filtered = (title: string, query: (world: World) => Record<string, string | number>): Case => ({
  title,
  request: async (world) => {
    await busyGoal(world)
    return { query: query(world) }
  },
})

/** Assignments by label first, then their goals by key: goals as large as they may be cannot stand in 20 labels. */
const tripsByLabel = 3

export const goalRequests = {
  listGoals: [
    filtered('all', () => ({})),
    filtered('by status', () => ({ status: 'active' })),
    filtered('by health', () => ({ health: 'on_track' })),
    filtered('by owner', ({ people: { owner } }) => ({ ownerUserId: owner.userId })),
    filtered('by another owner', ({ people: { member } }) => ({ ownerUserId: member.userId })),
    filtered('by owner, status and health', ({ people: { owner } }) => ({
      ownerUserId: owner.userId,
      status: 'active',
      health: 'on_track',
    })),
    {
      title: 'by label',
      trips: tripsByLabel,
      request: async (world) => {
        const labelId = await label(world)
        await goal(world, { labelIds: [labelId] })
        return { query: { labelId } }
      },
    },
    {
      title: 'by a label that no goal carries',
      request: async (world) => ({ query: { labelId: await label(world) } }),
    },
    {
      title: 'by owner, second page',
      request: async (world) => {
        await goal(world)
        await goal(world)
        const query = { ownerUserId: world.people.owner.userId, limit: 1 }
        const { nextCursor } = await world.owner.listGoals({ query })
        return { query: { ...query, cursor: nextCursor ?? '' } }
      },
    },
  ],
  createGoal: [
    { title: 'plain', request: () => ({ body: newGoal }) },
    {
      title: 'with everything, for another member',
      request: async (world) => ({
        body: {
          ...newGoal,
          title: 'Trees',
          ownerUserId: world.people.member.userId,
          labelIds: [await label(world), await label(world)],
          criteria: [{ title: 'Counted', description: 'A hundred trees stand.' }],
        },
      }),
    },
    {
      title: 'with a label that is none',
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
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: {
          ...newGoal,
          title: 'Changed',
          ownerUserId: world.people.member.userId,
          labelIds: [await label(world), await label(world)],
          criteria: [],
        },
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
        const { nextCursor } = await world.owner.listGoalUpdates({ params, query: { limit: 1 } })
        return { params, query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
    { title: 'of an unknown goal', status: 404, request: () => ({ params: { goalId: unknownId } }) },
  ],
  createGoalUpdate: [
    {
      title: 'the first',
      request: async (world) => ({ params: { goalId: await goal(world) }, body: report }),
    },
    {
      title: 'on a goal with labels',
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: { ...report, expectedRevision: 3 },
      }),
    },
    {
      title: 'another one with its key',
      status: 409,
      request: async (world) => ({
        params: { goalId: await busyGoal(world) },
        body: { ...report, idempotencyKey: '2' },
      }),
    },
    {
      title: 'on another revision',
      status: 409,
      request: async (world) => ({ params: { goalId: await busyGoal(world) }, body: report }),
    },
  ],
  listGoalLabels: [
    {
      title: 'all',
      request: async (world) => {
        await label(world)
        return {}
      },
    },
    {
      title: 'second page',
      request: async (world) => {
        await Promise.all([label(world), label(world)])
        const { nextCursor } = await world.owner.listGoalLabels({ query: { limit: 1 } })
        return { query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
  ],
  createGoalLabel: [
    { title: 'a new name', request: () => ({ body: { name: `New ${++names}` } }) },
    {
      title: 'a taken name',
      status: 409,
      request: async (world) => {
        const name = `Taken ${++names}`
        await world.owner.createGoalLabel({ body: { name } })
        return { body: { name } }
      },
    },
  ],
  getGoalLabel: [
    { title: 'plain', request: async (world) => ({ params: { labelId: await label(world) } }) },
    { title: 'unknown', status: 404, request: () => ({ params: { labelId: unknownId } }) },
  ],
  updateGoalLabel: [
    {
      title: 'name, colour and description',
      request: async (world) => ({
        params: { labelId: await label(world) },
        body: { name: `Renamed ${++names}`, color: 'green', description: 'Trees' },
      }),
    },
    {
      title: 'a taken name',
      status: 409,
      request: async (world) => {
        const name = `Taken ${++names}`
        await world.owner.createGoalLabel({ body: { name } })
        return { params: { labelId: await label(world) }, body: { name } }
      },
    },
  ],
  deleteGoalLabel: [
    { title: 'a free one', request: async (world) => ({ params: { labelId: await label(world) } }) },
    {
      title: 'one in use',
      status: 409,
      request: async (world) => {
        const labelId = await label(world)
        await goal(world, { labelIds: [labelId] })
        return { params: { labelId } }
      },
    },
  ],
} satisfies Record<string, Case[]>
