import { expect } from 'vitest'
import { password } from '../people/accounts.ts'
import { withCookie } from '../people/clients.ts'
import { join } from '../people/invite.ts'
import { giveAccount, newcomer } from '../people/sessions.ts'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { pictureOf } from '../requests/pictures.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

/** So late that the session is valid by the real clock and by those of tests. */
const sessionBegin = new Date('2099-12-01T10:00:00.000Z')

/** Somebody new. Without a sign-in: many tests need many at once. */
function somebody({ service, next }: World, displayName: string): Promise<Browser> {
  return newcomer(service, `${displayName}${next()}`, sessionBegin)
}

/** Somebody new who has joined the host's active organization. */
async function guestOf(world: World, host: Pick<Browser, 'email' | 'userId' | 'api'>): Promise<Browser> {
  const guest = await somebody(world, 'Guest')
  await join(host, guest)
  return guest
}

const contextOf = ({ owner }: World) => owner.api.getOrganizationContext()

export const organizations: ExamplesOf<'organizations'> = {
  getOrganizationContext: { access: 'session', request: nothing },
  createOrganization: {
    access: 'session',
    request: ({ world }) => ({ body: { name: `Elsewhere ${world.next()}` } }),
    effect: async (done) => {
      const context = await contextOf(done.world)
      expect(context).toEqual(done.body)
      const active = context.organizations.find(({ id }) => id === context.activeOrganizationId)
      expect(active?.name).toBe(fieldsOf(done).name)
    },
  },
  switchOrganization: {
    access: 'membership',
    request: ({ world }) => ({ body: { organizationId: world.owner.organizationId } }),
    effect: async (done) => {
      const { activeOrganizationId } = await contextOf(done.world)
      expect(activeOrganizationId).toBe(fieldsOf(done).organizationId)
    },
  },
  updateOrganization: {
    access: 'administration',
    request: ({ world }) => ({ body: { name: `Renamed ${world.next()}` } }),
    effect: async (done) => {
      const { organizations } = await contextOf(done.world)
      expect(organizations.map(({ name }) => name)).toContain(fieldsOf(done).name)
    },
  },
  listOrganizationMembers: { access: 'list-members', request: nothing },
  getMemberPicture: {
    access: 'member-picture',
    request: async ({ world: { owner } }) => {
      const { pictureId } = await owner.api.setPicture({ body: pictureOf('owner') })
      return { params: { organizationId: owner.organizationId, userId: owner.userId, pictureId } }
    },
  },
  updateOrganizationMemberRole: {
    access: 'member-role',
    request: async ({ world: { owner, colleague } }) => {
      const params = { userId: colleague.userId }
      await owner.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
      return { params, body: { role: 'admin' } }
    },
    effect: async (done) => {
      const { members } = await done.world.owner.api.listOrganizationMembers()
      const member = members.find(({ userId }) => userId === done.request.params?.userId)
      expect(member?.role).toBe(fieldsOf(done).role)
    },
  },
  removeOrganizationMember: {
    access: 'member-removal',
    request: async ({ world }) => {
      const userId = await world.once('guest', async () => (await guestOf(world, world.owner)).userId)
      return { params: { userId }, body: { reassignGoalsTo: null } }
    },
    effect: async (done) => {
      const { members } = await done.world.owner.api.listOrganizationMembers()
      expect(members.map(({ userId }) => userId)).not.toContain(done.request.params?.userId)
    },
    alreadyDone: ['organization_member_not_found'],
  },
  deleteOrganization: {
    access: 'ownership',
    // The world keeps its organization: somebody else deletes another one.
    request: async ({ world }) => {
      const founder = await somebody(world, 'Founder')
      const { organizations } = await founder.api.getOrganizationContext()
      return { cookie: founder.cookie, body: { name: organizations[0]?.name } }
    },
    effect: async (done) => {
      const { api } = { api: withCookie(done.world.service, done.request.cookie ?? '') }
      const { organizations } = await api.getOrganizationContext()
      expect(organizations).toHaveLength(1)
    },
    alreadyDone: ['membership_not_found'],
  },
  changeOrganizationOwner: {
    access: 'ownership',
    // The world keeps its owner: somebody else hands another organization over.
    request: async ({ world }) => {
      const founder = await somebody(world, 'Founder')
      await giveAccount(world.service, founder, password)
      const successor = await guestOf(world, founder)
      return { cookie: founder.cookie, body: { userId: successor.userId, password } }
    },
    effect: async (done) => {
      const { members } = await withCookie(
        done.world.service,
        done.request.cookie ?? '',
      ).listOrganizationMembers()
      expect(members.map(({ userId, role }) => [userId, role])).toEqual([
        [fieldsOf(done).userId, 'owner'],
        [expect.any(String), 'admin'],
      ])
    },
    alreadyDone: ['organization_owner_required'],
  },
  listAuditEntries: { access: 'administration', request: nothing },
}
