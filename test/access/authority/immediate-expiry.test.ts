import { hashSecret } from '@cairn/domain/requests/secrets'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { sessionEntity } from '@cairn/domain/storage/table/entities/people/session'
import { describe, expect, it } from 'vitest'
import { logIn, mailedToken, register, verify } from '../../support/people/accounts.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { invite } from '../../support/people/invite.ts'
import { signIn, signInAgain } from '../../support/people/sign-in.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/**
 * Everything that expires is refused from the millisecond of its expiry by the service's clock. The table removes records up to
 * days later; every test proves that the record is still there, unchanged.
 */

const clock = createClock()
const people = {
  ada: { email: 'ada@example.com', displayName: 'Ada' },
  bob: { email: 'bob@example.com', displayName: 'Bob' },
}

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)
const ada = await signIn(service, people.ada)
const bob = await signIn(service, people.bob)

type Expiring = {
  days: number
  /** Creates it, and returns how to use it and how to read its record. */
  make: () => Promise<{
    use: () => Promise<{ status: number; body: unknown }>
    read: () => Promise<unknown>
  }>
  refused: ReturnType<typeof refusal>
  /** The record's expiry. */
  timed: (expiresAt: string) => object
}

const cases: Record<string, Expiring> = {
  // Used every day, it lasts 30 days: `test/interface/operations/auth/sessions/list-sessions.test.ts`.
  'an unused session': {
    days: 14,
    make: async () => {
      const { cookie, userId } = await signInAgain(service, people.ada)
      const key = { userKey: keyOf(userId), sessionHash: hashSecret(cookie.slice(-43)) }
      return {
        use: () => send('GET', '/v1/goals', { headers: { cookie } }),
        read: async () => await readRecord(service.table.database, sessionEntity, key),
      }
    },
    refused: refusal('unauthorized'),
    timed: () => ({ lastUsedAt: expect.any(String) }),
  },
  'a verification token': {
    days: 1,
    make: async () => {
      const email = `new${clock.read().getTime()}@example.com`
      await register(send, { email, displayName: 'New' })
      const token = mailedToken(service, email)
      const key = { emailKey: keyOf(email) }
      return {
        use: () => verify(send, token),
        read: async () => await readRecord(service.table.database, principalEntity, key),
      }
    },
    refused: refusal('invalid_or_expired_token'),
    timed: (verificationExpiresAt) => ({ verificationExpiresAt, verificationTokenHash: expect.any(String) }),
  },
  'an API token': {
    days: 2,
    make: async () => {
      const { id, secret } = await createToken(await signInAgain(service, people.ada), ['goals:read'], {
        expiresInDays: 2,
      })
      const headers = { origin: undefined, ...bearer(secret) }
      return {
        use: () => send('GET', '/v1/goals', { headers }),
        read: async () => await readRecord(service.table.database, apiTokenEntity, { tokenId: id }),
      }
    },
    refused: refusal('invalid_api_token'),
    timed: (expiresAt) => ({ expiresAt }),
  },
  'an invitation': {
    days: 7,
    make: async () => {
      const host = await signInAgain(service, people.ada)
      const { activeOrganizationId: organizationId } = await host.api.createOrganization({
        body: { name: 'Orchard' },
      })
      const { id, token } = await invite(host, bob.email)
      const key = { organizationId, invitationId: id }
      return {
        use: async () => {
          const { cookie } = await signInAgain(service, people.bob)
          return send('POST', '/v1/organizations/invitations/accept', {
            body: { token },
            headers: { cookie },
          })
        },
        read: async () => await readRecord(service.table.database, invitationEntity, key),
      }
    },
    refused: refusal('invitation_not_found'),
    timed: (expiresAt) => ({ expiresAt, status: 'pending' }),
  },
}

describe.each(Object.entries(cases))('%s', (_, { days, make, refused, timed }) => {
  it('works until a millisecond before its expiry', async () => {
    const { use } = await make()
    clock.advance({ days, milliseconds: -1 })
    expect((await use()).status).toBe(200)
  })

  it('is refused from its expiry on, although its record still exists', async () => {
    const { use, read } = await make()
    clock.advance({ days })
    expect(await read()).toMatchObject(timed(clock.timestamp))
    expect(await use()).toMatchObject(refused)
    clock.advance({ days: 1 })
    expect(await use()).toMatchObject(refused)
    expect(await read()).not.toBeNull()
  })
})

describe('an expired verification token', () => {
  it('leaves the account unverified: 401 on login until a new link is used', async () => {
    const email = 'joan@example.com'
    await register(send, { email, displayName: 'Joan' })
    clock.advance({ days: 1 })
    expect(await verify(send, mailedToken(service, email))).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await logIn(send, email)).toMatchObject(refusal('invalid_credentials'))
    await register(send, { email, displayName: 'Joan' })
    expect((await verify(send, mailedToken(service, email))).status).toBe(200)
    expect((await logIn(send, email)).status).toBe(200)
  })
})

describe('an expired session', () => {
  it('401s on a change as on a read, and its cookie is deleted; a later session works', async () => {
    expect(ada.cookie).toMatch(/^session=/)
    for (const [method, path] of [
      ['GET', '/v1/auth/session'],
      ['POST', '/v1/organizations'],
      ['DELETE', `/v1/api-tokens/${'0'.repeat(8)}-0000-4000-8000-000000000000`],
    ] as const) {
      const response = await send(method, path, { headers: { cookie: ada.cookie } })
      expect(response).toMatchObject(refusal('unauthorized'))
      expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=;.*Max-Age=0/)])
    }
    const { api } = await signInAgain(service, people.ada)
    expect((await api.getAuthSession()).user.id).toBe(ada.userId)
  })
})
