import { createClient } from '@cairn/contract/client'
import type { Case } from './requests.ts'
import { lastVerificationToken, type World } from './world.ts'

const password = 'correct horse battery'
let registered = 0

/** Registers a new address without being counted. */
async function register({ direct }: World): Promise<string> {
  const email = `registered-${++registered}@example.com`
  const anonymous = createClient({ baseUrl: direct.origin, headers: { origin: direct.origin } })
  await anonymous.register({ body: { email, password, displayName: 'Somebody' } })
  return email
}

const plain = (title: string): Case => ({ title, request: () => ({}) })

/** Links as `previewEmailVerification` and `verifyEmail` get them. */
const links: Case[] = [
  {
    title: 'a token that is alive',
    request: async (world) => ({ body: { token: lastVerificationToken(world, await register(world)) } }),
  },
  {
    title: 'a token that was used',
    status: 400,
    request: (world) => ({ body: { token: lastVerificationToken(world, 'owner@example.com') } }),
  },
  {
    title: 'what is no token',
    status: 400,
    trips: 0,
    request: () => ({ body: { token: 'nothing' } }),
  },
]

export const authRequests = {
  getHealth: [plain('plain')],
  getAuthConfiguration: [plain('plain')],
  getAuthSession: [plain('plain')],
  startLogin: [{ title: 'with returnTo', request: () => ({ query: { returnTo: '/goals' } }) }],
  completeLogin: [{ title: 'with returnTo', request: () => ({ query: { returnTo: '/goals' } }) }],
  login: [
    { title: 'right', request: () => ({ body: { email: 'owner@example.com', password } }) },
    {
      title: 'wrong password',
      status: 401,
      request: () => ({ body: { email: 'owner@example.com', password: `${password}!` } }),
    },
    {
      title: 'unknown address',
      status: 401,
      request: () => ({ body: { email: 'nobody@example.com', password } }),
    },
  ],
  register: [
    {
      title: 'a new address',
      request: () => ({ body: { email: 'new@example.com', password, displayName: 'New' } }),
    },
    {
      title: 'an unverified address',
      request: async (world) => ({ body: { email: await register(world), password, displayName: 'Again' } }),
    },
    {
      title: 'a verified address',
      request: () => ({ body: { email: 'owner@example.com', password, displayName: 'Owner' } }),
    },
  ],
  previewEmailVerification: links,
  verifyEmail: links,
  // Last in the table of its person: it ends the session.
  logout: [{ title: 'of a session', as: 'switcher', request: () => ({}) }],
} satisfies Record<string, Case[]>
