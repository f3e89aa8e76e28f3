import { beginSession, mailedToken, password } from '../../support/people/accounts.ts'
import { anonymous } from '../../support/people/clients.ts'
import { invite } from '../../support/people/invite.ts'
import type { Case, Cases } from './case.ts'
import type { BudgetWorld } from './world.ts'

/** Registers a new address, uncounted. */
async function register({ service, next }: BudgetWorld): Promise<string> {
  const email = `registered-${next()}@example.com`
  await anonymous(service).register({ body: { email, password, displayName: 'Somebody' } })
  return email
}

/** Creates a verified account from an invitation, uncounted. */
async function registerInvited({ service, owner, next }: BudgetWorld): Promise<string> {
  const { token, email } = await invite(owner, `invited-${next()}@example.com`)
  const body = { email, password, displayName: 'Invited', invitationToken: token }
  await anonymous(service).register({ body })
  await anonymous(service).verifyEmail({ body: { token: mailedToken(service, email) } })
  return email
}

/** Invalid links for `previewEmailVerification` and `verifyEmail`. */
const deadLinks: Case[] = [
  {
    title: 'a used token',
    status: 400,
    request: ({ service, owner }) => ({ body: { token: mailedToken(service, owner.email) } }),
  },
  { title: 'a malformed token', status: 400, trips: 0, request: () => ({ body: { token: 'nothing' } }) },
]

/** For `resendEmailVerification` and `forgotPassword`. */
const accountEmails: Case[] = [
  { title: 'an unverified address', request: async (world) => ({ body: { email: await register(world) } }) },
  { title: 'a verified address', request: ({ owner }) => ({ body: { email: owner.email } }) },
  { title: 'an unknown address', request: () => ({ body: { email: 'nobody@example.com' } }) },
]

export const authCases: Cases = {
  startLogin: [{ title: 'with returnTo', request: () => ({ query: { returnTo: '/goals' } }) }],
  completeLogin: [{ title: 'with returnTo', request: () => ({ query: { returnTo: '/goals' } }) }],
  login: [
    {
      title: 'a wrong password',
      status: 401,
      request: ({ owner }) => ({ body: { email: owner.email, password: `${password}!` } }),
    },
    {
      title: 'an unknown address',
      status: 401,
      request: () => ({ body: { email: 'nobody@example.com', password } }),
    },
    {
      title: 'from a browser with a session',
      request: async ({ service, owner }) => ({
        body: { email: owner.email, password },
        cookie: await beginSession(service, owner.email),
      }),
    },
    {
      title: 'the first one of an invited account',
      request: async (world) => ({ body: { email: await registerInvited(world), password } }),
    },
    {
      title: 'the first one after the invitation was revoked',
      request: async (world) => {
        const email = await registerInvited(world)
        const { invitations } = await world.owner.api.listOrganizationInvitations()
        const params = {
          invitationId: invitations.find((invitation) => invitation.email === email)?.id ?? '',
        }
        await world.owner.api.revokeOrganizationInvitation({ params })
        return { body: { email, password } }
      },
    },
  ],
  register: [
    {
      title: 'with an invitation',
      request: async (world) => {
        const { token, email } = await invite(world.owner, `invited-${world.next()}@example.com`)
        return { body: { email, password, displayName: 'Invited', invitationToken: token } }
      },
    },
    {
      title: 'an unverified address',
      request: async (world) => ({ body: { email: await register(world), password, displayName: 'Again' } }),
    },
    {
      title: 'a verified address',
      request: ({ owner }) => ({ body: { email: owner.email, password, displayName: 'Owner' } }),
    },
  ],
  previewEmailVerification: deadLinks,
  verifyEmail: deadLinks,
  resendEmailVerification: accountEmails,
  forgotPassword: accountEmails,
  resetPassword: [
    {
      title: 'a malformed token',
      status: 400,
      trips: 0,
      request: () => ({ body: { token: 'nothing', password } }),
    },
    {
      title: 'an unknown token',
      status: 400,
      trips: 1,
      request: () => ({ body: { token: `${'0'.repeat(64)}_${'A'.repeat(43)}`, password } }),
    },
  ],
  changePassword: [
    {
      title: 'a wrong password',
      status: 401,
      request: () => ({ body: { currentPassword: 'wrong', newPassword: `${password}!` } }),
    },
  ],
}
