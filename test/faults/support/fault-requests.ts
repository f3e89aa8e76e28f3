import type { OperationId } from '@cairn/contract/registry'
import { type Request, requests } from '../../authority/support/requests.ts'
import { password, registerVerified } from '../../support/people/accounts.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { type LaneWorld, newcomer, sessionOf } from './lane-world.ts'

/** A request that must succeed. `cookie` where it is not the owner's. */
export type FaultRequest = Request & { cookie?: string }
export type Prepare = (world: LaneWorld) => Promise<FaultRequest> | FaultRequest

const timeframe = { kind: 'continuous' }

const labelsOf = ({ owner, next }: LaneWorld): Promise<string[]> =>
  Promise.all([1, 2].map(() => createLabel(owner, `Label ${next()}`)))

/** A goal with two labels and one report. */
async function labeledGoal(world: LaneWorld): Promise<{ goalId: string; labelIds: string[] }> {
  const labelIds = await labelsOf(world)
  const { id: goalId } = await createGoal(world.owner, { labelIds })
  await world.owner.api.createGoalUpdate({
    params: { goalId },
    body: reportOf('First', { health: 'at_risk' }),
  })
  return { goalId, labelIds }
}

/** Where the matrix needs something else than the tests of authority: what changes must be told from what was. */
const changed: Partial<Record<OperationId, Prepare>> = {
  login: async ({ service, once }) => {
    const email = await once('account', async () => {
      const account = `${crypto.randomUUID()}@example.com`
      await registerVerified(service, { email: account, displayName: 'Ada' })
      return account
    })
    return { body: { email, password } }
  },
  logout: async ({ service, table, owner }) => ({ cookie: (await sessionOf(service, table, owner)).cookie }),
  createOrganization: ({ next }) => ({ body: { name: `Elsewhere ${next()}` } }),
  switchOrganization: async ({ owner, next }) => {
    await owner.api.createOrganization({ body: { name: `Elsewhere ${next()}` } })
    return { body: { organizationId: owner.organizationId } }
  },
  updateOrganization: ({ next }) => ({ body: { name: `Renamed ${next()}` } }),
  updateOrganizationMemberRole: async ({ owner, guest }) => {
    const params = { userId: guest.userId }
    await owner.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
    return { params, body: { role: 'admin' } }
  },
  updateGoal: async (world) => {
    const { id: goalId } = await createGoal(world.owner)
    return { params: { goalId }, body: { title: `Trees ${world.next()}` } }
  },
  updateGoalLabel: async (world) => {
    const [labelId = ''] = await labelsOf(world)
    return { params: { labelId }, body: { color: 'green' } }
  },
}

/** More of an operation than its plainest request: other reads, larger transactions, first sessions. */
const variants: Record<`${OperationId}/${string}`, Prepare> = {
  'getAuthSession/first': async ({ service, table }) => ({
    cookie: (await newcomer(service, table, 'Eve')).cookie,
  }),
  'createGoal/labeled': async (world) => ({
    body: {
      detailedDescription: 'Plant.',
      timeframe,
      labelIds: await labelsOf(world),
      ownerUserId: world.guest.userId,
    },
  }),
  'updateGoal/labeled': async (world) => {
    const { goalId, labelIds } = await labeledGoal(world)
    const another = await createLabel(world.owner, `Label ${world.next()}`)
    return { params: { goalId }, body: { labelIds: [labelIds[0], another] } }
  },
  'createGoalUpdate/labeled': async (world) => {
    const { goalId } = await labeledGoal(world)
    return { params: { goalId }, body: reportOf('Done', { status: 'completed', expectedRevision: 2 }) }
  },
  'deleteGoal/labeled': async (world) => ({ params: { goalId: (await labeledGoal(world)).goalId } }),
  'listGoals/labeled': async (world) => ({
    query: { labelId: (await labeledGoal(world)).labelIds[0] ?? '' },
  }),
  'listGoals/own': ({ owner }) => ({ query: { ownerUserId: owner.userId, status: 'active', limit: '5' } }),
  'updateGoalLabel/renamed': async (world) => {
    const [labelId = ''] = await labelsOf(world)
    return { params: { labelId }, body: { name: `Renamed ${world.next()}` } }
  },
}

/** Every request of the matrix by its operation, the plainest first. */
export function requestsOf(id: OperationId): { name: string; prepare: Prepare }[] {
  const plain: Prepare = changed[id] ?? ((world) => requests[id](world, world.owner))
  const others = Object.entries(variants).filter(([name]) => name.startsWith(`${id}/`))
  return [{ name: id, prepare: plain }, ...others.map(([name, prepare]) => ({ name, prepare }))]
}
