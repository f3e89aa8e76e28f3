import { hashSecret } from '@cairn/domain/requests/secrets'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { expect } from 'vitest'
import { withCookie } from '../people/clients.ts'
import { invite, tokenIn } from '../people/invite.ts'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

async function invitationParams({ owner, once, next }: World): Promise<{ invitationId: string }> {
  const create = async () => (await invite(owner, `guest${next()}@example.com`)).id
  return { invitationId: await once('invitation', create) }
}

/** The token of an invitation to the caller, into an organization of its own. */
function invitedElsewhere({ colleague, once, next }: World, caller: Browser): Promise<string> {
  return once(`invitation to ${caller.userId}`, async () => {
    const { api, organizationId } = colleague
    await api.createOrganization({ body: { name: `Elsewhere ${next()}` } })
    const { token } = await invite(colleague, caller.email)
    await api.switchOrganization({ body: { organizationId } })
    return token
  })
}

const pendingIn = async ({ owner }: World) => (await owner.api.listOrganizationInvitations()).invitations

export const invitations: ExamplesOf<'invitations'> = {
  listOrganizationInvitations: { access: 'session', request: nothing },
  createOrganizationInvitation: {
    access: 'administration',
    request: ({ world }) => ({ body: { email: `guest${world.next()}@example.com`, role: 'member' } }),
    effect: async (done) => {
      const emails = (await pendingIn(done.world)).map(({ email }) => email)
      expect(emails.filter((email) => email === fieldsOf(done).email)).toHaveLength(1)
    },
    alreadyDone: ['invitation_already_pending', 'idempotency_secret_gone'],
  },
  revokeOrganizationInvitation: {
    access: 'invitation',
    request: async ({ world }) => ({ params: await invitationParams(world) }),
    effect: async ({ world, request }) =>
      expect((await pendingIn(world)).map(({ id }) => id)).not.toContain(request.params?.invitationId),
    alreadyDone: ['invitation_not_pending'],
  },
  resendOrganizationInvitation: {
    access: 'invitation',
    request: async ({ world }) => ({ params: await invitationParams(world) }),
    effect: async ({ world: { owner, service }, request, body }) => {
      const { organizationId } = owner
      const invitationId = request.params?.invitationId ?? ''
      const data = await readRecord(service.table.database, invitationEntity, {
        organizationId,
        invitationId,
      })
      expect(data?.tokenHash).toBe(hashSecret(tokenIn(body?.acceptUrl ?? '').slice(-43)))
    },
  },
  previewOrganizationInvitation: {
    access: 'public-form',
    request: async ({ world }) => {
      const create = async () => (await invite(world.owner, `guest${world.next()}@example.com`)).token
      return { body: { token: await world.once('invitation to preview', create) } }
    },
    effect: async (done) => {
      const { owner } = done.world
      expect(done.body?.organization.id).toBe(owner.organizationId)
      const emails = (await pendingIn(done.world)).map(({ email }) => email)
      expect(emails).toContain(done.body?.email)
    },
  },
  acceptOrganizationInvitation: {
    access: 'session',
    request: async ({ world, caller }) => ({ body: { token: await invitedElsewhere(world, caller) } }),
    effect: async (done) => {
      const [organizationId] = fieldsOf(done).token?.split('_') ?? []
      const { service, owner } = done.world
      const api = done.request.cookie ? withCookie(service, done.request.cookie) : owner.api
      const { activeOrganizationId, organizations } = await api.getOrganizationContext()
      expect(activeOrganizationId).toBe(organizationId)
      expect(organizations.filter(({ id }) => id === organizationId)).toHaveLength(1)
    },
    alreadyDone: ['invitation_not_found'],
  },
}
