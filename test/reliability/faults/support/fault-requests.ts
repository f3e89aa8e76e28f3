import type { OperationId } from '@cairn/contract/registry/registry'
import type { ExampleRequest } from '../../../support/operations/example.ts'
import { requestOf } from '../../../support/operations/examples.ts'
import { mailedToken, password } from '../../../support/people/accounts.ts'
import { anonymous } from '../../../support/people/clients.ts'
import { createGoal, createLabel, newGoal, reportOf } from '../../../support/people/goals.ts'
import { invite } from '../../../support/people/invite.ts'
import { newcomer, sessionOf } from '../../../support/people/sessions.ts'
import type { World } from '../../../support/people/world.ts'

/** Creates the records that a request needs to succeed for the owner, and returns the request. */
export type Prepare = (world: World) => Promise<ExampleRequest> | ExampleRequest

const labelsOf = ({ owner, next }: World): Promise<string[]> =>
  Promise.all([1, 2].map(() => createLabel(owner, `Label ${next()}`)))

/** A goal with two labels and one report. */
async function labeledGoal(world: World): Promise<{ goalId: string; labelIds: string[] }> {
  const labelIds = await labelsOf(world)
  const { id: goalId } = await createGoal(world.owner, { labelIds })
  await world.owner.api.createGoalUpdate({
    params: { goalId },
    body: reportOf('First', { health: 'at_risk' }),
  })
  return { goalId, labelIds }
}

/** Goals below each other, from the top, and one that nobody waits for. */
async function goalsTogether({ owner }: World) {
  const top = await createGoal(owner)
  const middle = await createGoal(owner, { parentGoalId: top.id })
  const leaf = await createGoal(owner, { parentGoalId: middle.id })
  const other = await createGoal(owner)
  return { top: top.id, middle: middle.id, leaf: leaf.id, other: other.id }
}

/** The example of an operation with an `Idempotency-Key`. */
function withKey(id: OperationId): Prepare {
  return async (world) => ({
    ...(await requestOf(id, world)),
    headers: { 'idempotency-key': `key ${world.next()}` },
  })
}

/** Requests in addition to the examples: visible changes, other reads, larger transactions, first sessions. */
const variants: Record<`${OperationId}/${string}`, Prepare> = {
  'getAuthSession/first': async ({ service }) => ({ cookie: (await newcomer(service, 'Eve')).cookie }),
  'login/invited': async ({ service, owner, next }) => {
    const { token, email } = await invite(owner, `invited${next()}@example.com`)
    const body = { email, password, displayName: 'Ada', invitationToken: token }
    await anonymous(service).register({ body })
    await anonymous(service).verifyEmail({ body: { token: mailedToken(service, email) } })
    // The sign-in ends the session that the request has.
    return { body: { email, password }, cookie: (await sessionOf(service, owner)).cookie }
  },
  'acceptOrganizationInvitation/first': async ({ service, owner }) => {
    const guest = await newcomer(service, 'Gus')
    const { token } = await invite(owner, guest.email)
    return { body: { token }, cookie: guest.cookie }
  },
  'switchOrganization/back': async (world) => {
    await world.owner.api.createOrganization({ body: { name: `Elsewhere ${world.next()}` } })
    return requestOf('switchOrganization', world)
  },
  'createGoal/labeled': async (world) => ({
    body: { ...newGoal, labelIds: await labelsOf(world), ownerUserId: world.colleague.userId },
  }),
  'updateGoal/labeled': async (world) => {
    const { goalId, labelIds } = await labeledGoal(world)
    const another = await createLabel(world.owner, `Label ${world.next()}`)
    return { params: { goalId }, body: { labelIds: [labelIds[0], another] } }
  },
  'createGoal/below': async (world) => {
    const { middle, other } = await goalsTogether(world)
    return { body: { ...newGoal, parentGoalId: middle, blockedByGoalIds: [other] } }
  },
  'updateGoal/moved': async (world) => {
    const { middle, top, other } = await goalsTogether(world)
    return { params: { goalId: middle }, body: { parentGoalId: other, blockedByGoalIds: [top] } }
  },
  'deleteGoal/below': async (world) => ({ params: { goalId: (await goalsTogether(world)).leaf } }),
  'getGoal/above': async (world) => ({ params: { goalId: (await goalsTogether(world)).top } }),
  'getGoalTree/deep': async (world) => ({ params: { goalId: (await goalsTogether(world)).top } }),
  'listGoals/below': async (world) => ({ query: { parentGoalId: (await goalsTogether(world)).top } }),
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
  'createGoal/keyed': withKey('createGoal'),
  'createGoalLabel/keyed': withKey('createGoalLabel'),
  'createOrganization/keyed': withKey('createOrganization'),
  'createOrganizationInvitation/keyed': withKey('createOrganizationInvitation'),
  'createApiToken/keyed': withKey('createApiToken'),
  'createWebhook/keyed': withKey('createWebhook'),
  'createGoalView/keyed': withKey('createGoalView'),
  'updateGoalView/moved': async (world) => ({
    ...(await requestOf('updateGoalView', world)),
    body: { name: `Own ${world.next()}`, isShared: false },
  }),
  'getGoal/labeled': async (world) => ({ params: { goalId: (await labeledGoal(world)).goalId } }),
}

/** The requests of the matrix for an operation, the example first. */
export function requestsOf(id: OperationId): { name: string; prepare: Prepare }[] {
  const others = Object.entries(variants).filter(([name]) => name.startsWith(`${id}/`))
  return [
    { name: id, prepare: (world) => requestOf(id, world) },
    ...others.map(([name, prepare]) => ({ name, prepare })),
  ]
}
