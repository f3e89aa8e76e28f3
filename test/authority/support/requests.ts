import type { OperationId } from '@cairn/contract/registry'
import { mailedToken, password } from '../../support/people/accounts.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { anonymous } from '../../support/people/clients.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { invite } from '../../support/people/invite.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import type { World } from './world.ts'

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Makes a request that nothing but authority can refuse. `caller` is who sends it, or whose token does. */
type Prepare = (world: World, caller: Browser) => Request | Promise<Request>

const nothing = () => ({})
const timeframe = { kind: 'continuous' }

const goalParams = async (world: World, owner: Browser) => ({
  goalId: await world.once(`goal of ${owner.userId}`, async () => (await createGoal(owner)).id),
})
const labelParams = async (world: World) => ({
  labelId: await world.once('label', () => createLabel(world.owner, `Label ${world.next()}`)),
})
const invitationParams = async (world: World) => ({
  invitationId: await world.once(
    'invitation',
    async () => (await invite(world.owner, `guest${world.next()}@example.com`)).id,
  ),
})

async function register(world: World): Promise<string> {
  const email = `new${world.next()}@example.com`
  await anonymous(world.service).register({ body: { email, password, displayName: 'New' } })
  return mailedToken(world.service, email)
}

/** An invitation to the caller, into an organization that was made for it. */
async function invitedElsewhere({ guest, next }: World, caller: Browser): Promise<string> {
  await guest.api.createOrganization({ body: { name: `Elsewhere ${next()}` } })
  const { token } = await invite(guest, caller.email)
  await guest.api.switchOrganization({ body: { organizationId: guest.organizationId } })
  return token
}

/** A request of every operation. What it is about belongs to the owner. */
export const requests: Record<OperationId, Prepare> = {
  getHealth: nothing,
  getAuthConfiguration: nothing,
  getAuthSession: nothing,
  startLogin: nothing,
  login: ({ guest }) => ({ body: { email: guest.email, password } }),
  register: ({ next }) => ({ body: { email: `new${next()}@example.com`, password, displayName: 'New' } }),
  previewEmailVerification: async (world) => ({
    body: { token: await world.once('link', () => register(world)) },
  }),
  verifyEmail: async (world) => ({ body: { token: await world.once('link', () => register(world)) } }),
  completeLogin: nothing,
  logout: nothing,

  getOrganizationContext: nothing,
  createOrganization: () => ({ body: { name: 'Elsewhere' } }),
  switchOrganization: ({ owner }) => ({ body: { organizationId: owner.organizationId } }),
  updateOrganization: () => ({ body: { name: 'Renamed' } }),
  listOrganizationMembers: nothing,
  updateOrganizationMemberRole: ({ guest }) => ({
    params: { userId: guest.userId },
    body: { role: 'member' },
  }),

  listOrganizationInvitations: nothing,
  createOrganizationInvitation: ({ next }) => ({
    body: { email: `guest${next()}@example.com`, role: 'member' },
  }),
  revokeOrganizationInvitation: async (world) => ({ params: await invitationParams(world) }),
  resendOrganizationInvitation: async (world) => ({ params: await invitationParams(world) }),
  acceptOrganizationInvitation: async (world, caller) => ({
    body: {
      token: await world.once(`invitation to ${caller.userId}`, () => invitedElsewhere(world, caller)),
    },
  }),

  listApiTokens: nothing,
  createApiToken: () => ({ body: { name: 'Helpdesk', scopes: ['goals:read'] } }),
  listApiTokenScopes: nothing,
  revokeApiToken: async (world) => ({
    params: { tokenId: await world.once('token', async () => (await createToken(world.owner)).id) },
  }),

  listGoals: nothing,
  createGoal: () => ({ body: { detailedDescription: 'Plant a hundred trees.', timeframe } }),
  getGoal: async (world) => ({ params: await goalParams(world, world.owner) }),
  updateGoal: async (world) => ({ params: await goalParams(world, world.owner), body: { title: 'Trees' } }),
  deleteGoal: async (world) => ({ params: await goalParams(world, world.owner) }),
  listGoalUpdates: async (world) => ({ params: await goalParams(world, world.owner) }),
  createGoalUpdate: async (world) => ({
    params: await goalParams(world, world.owner),
    body: reportOf('Ten trees'),
  }),

  listGoalLabels: nothing,
  createGoalLabel: ({ next }) => ({ body: { name: `New label ${next()}` } }),
  getGoalLabel: async (world) => ({ params: await labelParams(world) }),
  updateGoalLabel: async (world) => ({ params: await labelParams(world), body: { color: 'green' } }),
  deleteGoalLabel: async (world) => ({ params: await labelParams(world) }),
}

/** Requests about something else than `requests`, by `<operation id>/<what it is about>`. */
export const variants: Record<`${OperationId}/${string}`, Prepare> = {
  'updateOrganizationMemberRole/owner': ({ owner }) => ({
    params: { userId: owner.userId },
    body: { role: 'member' },
  }),
  'revokeApiToken/own': async (world, caller) => ({
    params: {
      tokenId: await world.once(`token of ${caller.userId}`, async () => (await createToken(caller)).id),
    },
  }),
  'createGoal/given': ({ guest }) => ({
    body: { detailedDescription: 'Plant a hundred trees.', timeframe, ownerUserId: guest.userId },
  }),
  'getGoal/own': async (world, caller) => ({ params: await goalParams(world, caller) }),
  'updateGoal/own': async (world, caller) => ({
    params: await goalParams(world, caller),
    body: { title: 'Trees' },
  }),
  'updateGoal/given': async (world, caller) => ({
    params: await goalParams(world, caller),
    body: { ownerUserId: world.guest.userId },
  }),
  'deleteGoal/own': async (world, caller) => ({ params: await goalParams(world, caller) }),
  'listGoalUpdates/own': async (world, caller) => ({ params: await goalParams(world, caller) }),
  'createGoalUpdate/own': async (world, caller) => ({
    params: await goalParams(world, caller),
    body: reportOf('Ten trees'),
  }),
}
