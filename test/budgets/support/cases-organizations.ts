import { invite } from '../../support/people/invite.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import type { Cases } from './case.ts'
import type { BudgetWorld } from './world.ts'

const newAddress = ({ next }: BudgetWorld) => `invited-${next()}@example.com`

/** An invitation that is void: its inviter has been demoted. */
async function voidInvitation(world: BudgetWorld) {
  const { owner, member } = world
  const params = { userId: member.userId }
  await owner.api.updateOrganizationMemberRole({ params, body: { role: 'admin' } })
  const issued = await invite(member, newAddress(world))
  await owner.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
  return issued
}

export const organizationCases: Cases = {
  switchOrganization: [
    {
      title: 'back to the first',
      as: 'stranger',
      request: async ({ stranger, next }) => {
        await stranger.api.createOrganization({ body: { name: `Elsewhere ${next()}` } })
        return { body: { organizationId: stranger.organizationId } }
      },
    },
    {
      title: 'to an organization of others',
      as: 'stranger',
      status: 403,
      request: () => ({ body: { organizationId: unknownId } }),
    },
  ],
  updateOrganization: [
    { title: 'by a member', as: 'member', status: 403, request: () => ({ body: { name: 'Mine' } }) },
  ],
  listOrganizationMembers: [
    {
      title: 'second page',
      request: async ({ owner }) => {
        const { nextCursor } = await owner.api.listOrganizationMembers({ query: { limit: 1 } })
        return { query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
  ],
  listAuditEntries: [
    { title: 'of a person', request: ({ owner }) => ({ query: { userId: owner.userId } }) },
    { title: 'of a kind', request: () => ({ query: { kind: 'invitation' } }) },
    {
      title: 'second page',
      request: async ({ owner }) => {
        const { nextCursor } = await owner.api.listAuditEntries({ query: { limit: 1 } })
        return { query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
  ],
  updateOrganizationMemberRole: [
    {
      title: 'of the owner',
      status: 403,
      request: ({ owner }) => ({ params: { userId: owner.userId }, body: { role: 'member' } }),
    },
  ],
  createOrganizationInvitation: [
    {
      title: 'an address with a pending one',
      status: 409,
      request: async (world) => {
        const { email } = await invite(world.owner, newAddress(world))
        return { body: { email, role: 'member' } }
      },
    },
    {
      title: 'an address that a void one holds',
      request: async (world) => ({ body: { email: (await voidInvitation(world)).email, role: 'member' } }),
    },
  ],
  revokeOrganizationInvitation: [
    {
      title: 'a void one',
      status: 403,
      request: async (world) => ({ params: { invitationId: (await voidInvitation(world)).id } }),
    },
    { title: 'an unknown one', status: 403, request: () => ({ params: { invitationId: unknownId } }) },
  ],
  acceptOrganizationInvitation: [
    {
      title: "one to another's address",
      as: 'stranger',
      status: 403,
      request: async (world) => ({ body: { token: (await invite(world.owner, newAddress(world))).token } }),
    },
    {
      title: "a void one to another's address",
      as: 'stranger',
      status: 404,
      request: async (world) => ({ body: { token: (await voidInvitation(world)).token } }),
    },
  ],
  revokeApiToken: [
    { title: 'an unknown one', status: 404, request: () => ({ params: { tokenId: unknownId } }) },
  ],
}
