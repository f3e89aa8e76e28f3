import { expect } from 'vitest'
import type { World } from '../people/world.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

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
  listOrganizationMembers: { access: 'session', request: nothing },
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
}
