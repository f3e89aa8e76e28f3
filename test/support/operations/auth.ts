import { pictureIdOf } from '@cairn/domain/accounts/auth/picture/picture-id'
import { verifyPassword } from '@cairn/domain/accounts/passwords/password-hash'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { accountLinkEntity } from '@cairn/domain/storage/table/entities/people/account-link'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { sessionEntity } from '@cairn/domain/storage/table/entities/people/session'
import { expect } from 'vitest'
import { mailedToken, password, registerVerified, tokensIn } from '../people/accounts.ts'
import { anonymous, withCookie } from '../people/clients.ts'
import { giveAccount, sessionIdOf, sessionOf } from '../people/sessions.ts'
import { signIn } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { responseTo } from '../requests/outcomes.ts'
import { pictureOf } from '../requests/pictures.ts'
import { type ExamplesOf, fieldsOf, nothing, type Scene } from './example.ts'

/** The token of a link to an address that is not verified yet. */
async function linkOf({ world: { service, once, next } }: Scene): Promise<string> {
  return once('link', async () => {
    const email = `new${next()}@example.com`
    await anonymous(service).register({ body: { email, password, displayName: 'New' } })
    return mailedToken(service, email)
  })
}

/** The address of a verified account. */
async function accountIn({ service, once, next }: World): Promise<string> {
  return once('account', async () => {
    const email = `account${next()}@example.com`
    await registerVerified(service, { email, displayName: 'Ada' })
    return email
  })
}

/** The token of a link that resets the password of an account. */
async function resetLinkOf({ world }: Scene): Promise<string> {
  const email = await accountIn(world)
  return world.once('reset link', async () => {
    await anonymous(world.service).forgotPassword({ body: { email } })
    return tokensIn(world.service, email, 'password_reset').at(-1) ?? ''
  })
}

const newPassword = 'another horse battery'

async function principalOf({ service }: World, emailKey = '') {
  const data = await readRecord(service.table.database, principalEntity, { emailKey })
  return data
}

export const auth: ExamplesOf<'auth'> = {
  getAuthConfiguration: { access: 'public', request: nothing },
  getAuthSession: { access: 'session', request: nothing },
  getAuthState: { access: 'public', request: nothing },
  startLogin: { access: 'public', request: nothing },
  login: {
    access: 'public-form',
    // It ends the session that the browser has so far.
    request: async ({ world, caller }) => ({
      body: { email: await accountIn(world), password },
      cookie: (await sessionOf(world.service, caller)).cookie,
    }),
    effect: async ({ world, cookie = '' }) => {
      const { user } = await withCookie(world.service, cookie).getAuthSession()
      expect(user.displayName).toBe('Ada')
    },
  },
  register: {
    access: 'public-form',
    request: ({ world }) => ({
      body: { email: `new${world.next()}@example.com`, password, displayName: 'New' },
    }),
    effect: async (done) => {
      const { email = '' } = fieldsOf(done)
      const token = mailedToken(done.world.service, email)
      const principal = await principalOf(done.world, keyOf(email))
      expect(principal?.verificationTokenHash).toBe(hashSecret(token.slice(-43)))
    },
  },
  previewEmailVerification: {
    access: 'public-form',
    request: async (scene) => ({ body: { token: await linkOf(scene) } }),
    effect: async (done) => {
      const { token = '' } = fieldsOf(done)
      const principal = await principalOf(done.world, token.split('_')[0])
      expect(principal?.verificationTokenHash).toBe(hashSecret(token.slice(-43)))
      expect(principal).not.toHaveProperty('verifiedAt')
    },
  },
  verifyEmail: {
    access: 'public-form',
    request: async (scene) => ({ body: { token: await linkOf(scene) } }),
    effect: async (done) => {
      const principal = await principalOf(done.world, fieldsOf(done).token?.split('_')[0])
      expect(principal?.verifiedAt).toBeDefined()
    },
    alreadyDone: ['invalid_or_expired_token'],
  },
  resendEmailVerification: {
    access: 'public-form',
    request: async (scene) => {
      const token = await linkOf(scene)
      const principal = await principalOf(scene.world, token.split('_')[0])
      return { body: { email: principal?.email ?? '' } }
    },
    effect: async (done) => {
      const { email = '' } = fieldsOf(done)
      const principal = await principalOf(done.world, keyOf(email))
      expect(principal?.verificationTokenHash).toBe(
        hashSecret(mailedToken(done.world.service, email).slice(-43)),
      )
    },
  },
  forgotPassword: {
    access: 'public-form',
    request: async ({ world }) => ({ body: { email: await accountIn(world) } }),
    effect: async (done) => {
      const { email = '' } = fieldsOf(done)
      const [token = ''] = tokensIn(done.world.service, email, 'password_reset').slice(-1)
      const { database } = done.world.service.table
      const key = { emailKey: keyOf(email), kind: 'password_reset' }
      const link = await readRecord(database, accountLinkEntity, key)
      expect(link?.secretHash).toBe(hashSecret(token.slice(-43)))
    },
  },
  resetPassword: {
    access: 'public-form',
    request: async (scene) => ({ body: { token: await resetLinkOf(scene), password: newPassword } }),
    effect: async (done) => {
      const principal = await principalOf(done.world, fieldsOf(done).token?.split('_')[0])
      expect(await verifyPassword(newPassword, principal?.passwordHash)).toBe(true)
    },
    alreadyDone: ['invalid_or_expired_token'],
  },
  changePassword: {
    access: 'session',
    request: async ({ world: { service }, caller }) => {
      await giveAccount(service, caller, password)
      return { body: { currentPassword: password, newPassword } }
    },
    effect: async ({ world }) => {
      const principal = await principalOf(world, keyOf(world.owner.email))
      expect(await verifyPassword(newPassword, principal?.passwordHash)).toBe(true)
    },
    alreadyDone: ['invalid_credentials'],
  },
  updateProfile: {
    access: 'session',
    request: async ({ world: { service }, caller }) => {
      await giveAccount(service, caller, password)
      return { body: { displayName: 'Ada Lovelace', timeZone: 'Europe/London' } }
    },
    effect: async ({ world }) => {
      const { user } = await world.owner.api.getAuthSession()
      expect(user.displayName).toBe('Ada Lovelace')
      const { preferences } = await world.owner.api.getNotificationPreferences()
      expect(preferences.timeZone).toBe('Europe/London')
    },
  },
  setPicture: {
    access: 'session',
    request: ({ world }) => ({ body: pictureOf(`picture ${world.next()}`) }),
    effect: async ({ world: { owner }, request }) => {
      const { pictureId } = await owner.api.getAuthSession()
      const content = new Uint8Array(await (request.body as Blob).arrayBuffer())
      expect(pictureId).toBe(pictureIdOf(content))
      const { members } = await owner.api.listOrganizationMembers()
      expect(members.find(({ userId }) => userId === owner.userId)?.pictureId).toBe(pictureId)
    },
  },
  deletePicture: {
    access: 'session',
    request: async ({ world: { next }, caller }) => {
      await caller.api.setPicture({ body: pictureOf(`picture ${next()}`) })
      return {}
    },
    effect: async ({ world: { owner } }) => {
      expect(await owner.api.getAuthSession()).not.toHaveProperty('pictureId')
      const { members } = await owner.api.listOrganizationMembers()
      expect(members.find(({ userId }) => userId === owner.userId)).not.toHaveProperty('pictureId')
    },
  },
  changeEmail: {
    access: 'session',
    request: async ({ world: { service, next }, caller }) => {
      await giveAccount(service, caller, password)
      return { body: { email: `other${next()}@example.com`, password } }
    },
    effect: async ({ world: { service, owner }, request }) => {
      const { email } = request.body as { email: string }
      const key = { emailKey: keyOf(owner.email), kind: 'email_change' }
      const link = await readRecord(service.table.database, accountLinkEntity, key)
      expect(link?.newEmail).toBe(email)
    },
  },
  listSessions: { access: 'session', request: nothing },
  endSession: {
    access: 'own-session',
    request: async ({ world, whose }) => {
      const create = async () => sessionIdOf(await sessionOf(world.service, whose))
      return { params: { sessionId: await world.once(`session of ${whose.userId}`, create) } }
    },
    effect: async ({ world, request }) => {
      const { database } = world.service.table
      const key = { userKey: keyOf(world.owner.userId), sessionHash: request.params?.sessionId ?? '' }
      expect(await readRecord(database, sessionEntity, key)).toBeNull()
    },
    alreadyDone: ['session_not_found'],
  },
  endOtherSessions: {
    access: 'session',
    request: async ({ world: { service }, caller }) => {
      await giveAccount(service, caller, password)
      return {}
    },
    effect: async ({ world }) => {
      const { sessions } = await world.owner.api.listSessions()
      expect(sessions.map(({ current }) => current)).toEqual([true])
    },
  },
  deleteAccount: {
    access: 'session',
    // The world keeps its people.
    request: async ({ world: { service, next } }) => {
      const email = `leaver${next()}@example.com`
      const { cookie } = await signIn(service, { email, displayName: 'Leaver' })
      return { cookie, body: { password } }
    },
    effect: async ({ world, request }) => {
      const { outcome } = await responseTo(withCookie(world.service, request.cookie ?? '').getAuthSession())
      expect(outcome).toBe('401 unauthorized')
    },
    alreadyDone: ['unauthorized'],
  },
  completeLogin: { access: 'public', request: nothing },
  // Only offered with an OpenID provider: `test/access/authentication/oidc`.
  backchannelLogout: {
    access: 'openid-provider',
    request: () => ({ body: { logout_token: 'x' } }),
    effect: async () => undefined,
  },
  frontchannelLogout: { access: 'openid-provider', request: nothing },
  logout: {
    access: 'public-form',
    request: async ({ world, caller }) => ({ cookie: (await sessionOf(world.service, caller)).cookie }),
    effect: async ({ world, request }) => {
      const { outcome } = await responseTo(withCookie(world.service, request.cookie ?? '').getAuthSession())
      expect(outcome).toBe('401 unauthorized')
    },
  },
}
