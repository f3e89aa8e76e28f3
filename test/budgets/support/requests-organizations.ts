import { tokenIn } from '../../support/people/invite.ts'
import type { Case } from './requests.ts'
import { invite, type World } from './world.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
let invited = 0
const newAddress = () => `invited-${++invited}@example.com`

const plain = (title: string): Case => ({ title, request: () => ({}) })

/** An invitation whose inviter was demoted. */
async function voidInvitation({ owner, people: { member } }: World) {
  const params = { userId: member.userId }
  const body = { email: newAddress(), role: 'member' } as const
  await owner.updateOrganizationMemberRole({ params, body: { role: 'admin' } })
  const issued = await member.api.createOrganizationInvitation({ body })
  await owner.updateOrganizationMemberRole({ params, body: { role: 'member' } })
  return { ...issued.invitation, token: tokenIn(issued.acceptUrl) }
}

export const organizationRequests = {
  getOrganizationContext: [plain('plain')],
  createOrganization: [
    { title: 'another one', as: 'founder', request: () => ({ body: { name: 'Another' } }) },
  ],
  switchOrganization: [
    {
      title: 'back to the first',
      as: 'switcher',
      request: async ({ people: { switcher } }) => {
        const { organizations } = await switcher.api.createOrganization({ body: { name: 'Second' } })
        return { body: { organizationId: organizations[0]?.id } }
      },
    },
    {
      title: 'to an organization of others',
      as: 'switcher',
      status: 403,
      request: () => ({ body: { organizationId: unknownId } }),
    },
  ],
  updateOrganization: [
    { title: 'a new name', request: () => ({ body: { name: 'Renamed' } }) },
    { title: 'by a member', as: 'member', status: 403, request: () => ({ body: { name: 'Mine' } }) },
  ],
  listOrganizationMembers: [
    plain('all'),
    {
      title: 'second page',
      request: async ({ owner }) => {
        const { nextCursor } = await owner.listOrganizationMembers({ query: { limit: 1 } })
        return { query: { limit: 1, cursor: nextCursor ?? '' } }
      },
    },
  ],
  updateOrganizationMemberRole: [
    {
      title: 'to admin and back',
      request: async ({ owner, people: { member } }) => {
        const { members } = await owner.listOrganizationMembers()
        const isAdmin = members.some(({ userId, role }) => userId === member.userId && role === 'admin')
        return { params: { userId: member.userId }, body: { role: isAdmin ? 'member' : 'admin' } }
      },
    },
    {
      title: 'of the owner',
      status: 403,
      request: ({ people: { owner } }) => ({ params: { userId: owner.userId }, body: { role: 'member' } }),
    },
  ],
  listOrganizationInvitations: [plain('all')],
  createOrganizationInvitation: [
    { title: 'a new address', request: () => ({ body: { email: newAddress(), role: 'member' } }) },
    {
      title: 'an address with a pending one',
      status: 409,
      request: async ({ owner }) => {
        const body = { email: newAddress(), role: 'member' } as const
        await owner.createOrganizationInvitation({ body })
        return { body }
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
    {
      title: 'a pending one',
      request: async ({ owner }) => {
        const { invitation } = await owner.createOrganizationInvitation({
          body: { email: newAddress(), role: 'member' },
        })
        return { params: { invitationId: invitation.id } }
      },
    },
    { title: 'an unknown one', status: 403, request: () => ({ params: { invitationId: unknownId } }) },
  ],
  resendOrganizationInvitation: [
    {
      title: 'a pending one',
      request: async ({ owner }) => {
        const { invitation } = await owner.createOrganizationInvitation({
          body: { email: newAddress(), role: 'member' },
        })
        return { params: { invitationId: invitation.id } }
      },
    },
  ],
  acceptOrganizationInvitation: [
    {
      title: "one to another's address",
      as: 'guest',
      status: 403,
      request: async ({ owner }) => ({ body: { token: await invite(owner, { email: newAddress() }) } }),
    },
    {
      title: "a void one to another's address",
      as: 'guest',
      status: 404,
      request: async (world) => ({ body: { token: (await voidInvitation(world)).token } }),
    },
    {
      title: 'one that is pending',
      as: 'guest',
      request: async ({ owner, people: { guest } }) => ({ body: { token: await invite(owner, guest) } }),
    },
  ],
  listApiTokens: [plain('all')],
  listApiTokenScopes: [plain('plain')],
  createApiToken: [
    { title: 'with one scope', request: () => ({ body: { name: 'Token', scopes: ['goals:read'] } }) },
  ],
  revokeApiToken: [
    {
      title: 'an active one',
      request: async ({ owner }) => {
        const { token } = await owner.createApiToken({ body: { name: 'Revoked', scopes: ['goals:read'] } })
        return { params: { tokenId: token.id } }
      },
    },
    { title: 'an unknown one', status: 404, request: () => ({ params: { tokenId: unknownId } }) },
  ],
} satisfies Record<string, Case[]>
