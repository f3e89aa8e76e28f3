import { mailedToken, password } from '../../support/people/accounts.ts'
import { anonymous } from '../../support/people/clients.ts'
import type { Case, Cases } from './cases.ts'
import type { BudgetWorld } from './world.ts'

/** Registers a new address, uncounted. */
async function register({ service, next }: BudgetWorld): Promise<string> {
  const email = `registered-${next()}@example.com`
  await anonymous(service).register({ body: { email, password, displayName: 'Somebody' } })
  return email
}

/** What is not a valid link for `previewEmailVerification` and `verifyEmail`. */
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
  ],
  register: [
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
