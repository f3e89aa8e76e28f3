import { organizationIdHeader } from '@cairn/contract'
import { afterAll, describe, expect, it } from 'vitest'
import {
  signInWith,
  startScriptedIssuer,
  startServiceOf,
} from '../../../access/authentication/support/scripted-issuer.ts'
import { password } from '../../../support/people/accounts.ts'
import { withCookie } from '../../../support/people/clients.ts'
import { join, type Person, roleIn } from '../../../support/people/invite.ts'
import { giveAccount, newcomer } from '../../../support/people/sessions.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService())
const behindProxy = stopAfterFile(
  await startTestService({ clock: clock.read, environment: proxyEnvironment }),
)

afterAll(async () => {
  for (const { table } of [service, behindProxy]) await expectSoundTable(table.database)
})

/** An organization of Ada, with a password, an admin Bob and a member Cem. */
async function startTeam() {
  const ada = await newcomer(service, 'Ada')
  await giveAccount(service, ada, password)
  const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
  const [bob, cem] = [await newcomer(service, 'Bob'), await newcomer(service, 'Cem')]
  await join(ada, bob, 'admin')
  await join(ada, cem)
  return { ada, bob, cem, organizationId }
}

const rolesOf = async ({ api }: Person) =>
  (await api.listOrganizationMembers()).members.map(({ displayName, role }) => `${displayName}: ${role}`)
const handOver = (by: Person, userId: string, secret: string | undefined = password) =>
  by.api.changeOrganizationOwner({ body: { userId, ...(secret !== undefined && { password: secret }) } })

describe('handing an organization over', () => {
  it('200s for the owner, who becomes an admin, and the response has the new role', async () => {
    const { ada, bob, cem, organizationId } = await startTeam()
    const context = await handOver(ada, cem.userId)
    expect(context).toEqual(await ada.api.getOrganizationContext())
    expect(context.organizations.find(({ id }) => id === organizationId)?.role).toBe('admin')
    expect(await rolesOf(ada)).toEqual(['Cem: owner', 'Ada: admin', 'Bob: admin'])
    expect(await roleIn(bob, organizationId)).toBe('admin')
  })

  it('records both changes of roles', async () => {
    const { ada, bob } = await startTeam()
    await handOver(ada, bob.userId)
    const { events } = await ada.api.listEvents()
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'member.role_changed',
        data: { userId: bob.userId, role: 'owner', previousRole: 'admin' },
      },
      {
        type: 'member.role_changed',
        data: { userId: ada.userId, role: 'admin', previousRole: 'owner' },
      },
    ])
  })

  it('gives the new owner what only owners may do, and takes it from the one before', async () => {
    const { ada, bob, cem } = await startTeam()
    await giveAccount(service, bob, password)
    await handOver(ada, bob.userId)
    expect(await outcomeOf(handOver(ada, cem.userId))).toBe('403 organization_owner_required')
    await handOver(bob, cem.userId)
    expect(await rolesOf(ada)).toEqual(['Cem: owner', 'Ada: admin', 'Bob: admin'])
  })

  it('is about the organization that the request names, whichever is active', async () => {
    const { ada, bob, organizationId } = await startTeam()
    await ada.api.createOrganization({ body: { name: 'Active' } })
    const send = createSend(service)
    const { status } = await send('POST', '/v1/organizations/current/owner', {
      body: { userId: bob.userId, password },
      headers: { cookie: ada.cookie, [organizationIdHeader]: organizationId },
    })
    expect(status).toBe(200)
    expect(await roleIn(ada, organizationId)).toBe('admin')
    expect(await rolesOf(ada)).toEqual(['Ada: owner'])
  })

  it('400s somebody who is no member, and the owner', async () => {
    const { ada } = await startTeam()
    const stranger = await newcomer(service, 'Sam')
    await stranger.api.getAuthSession()
    expect(await outcomeOf(handOver(ada, stranger.userId))).toBe('400 member_not_found')
    expect(await outcomeOf(handOver(ada, ada.userId))).toBe('400 invalid_request')
    expect(await rolesOf(ada)).toEqual(['Ada: owner', 'Bob: admin', 'Cem: member'])
  })
})

describe('the password', () => {
  it('is required: 400s without one and names the field, and 401s a wrong one', async () => {
    const { ada, bob } = await startTeam()
    const send = createSend(service)
    const response = await send('POST', '/v1/organizations/current/owner', {
      body: { userId: bob.userId },
      headers: { cookie: ada.cookie },
    })
    expect(response).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: [{ path: 'password', message: 'Enter your password.' }] },
    })
    expect(await outcomeOf(handOver(ada, bob.userId, 'wrong horse battery'))).toBe('401 invalid_credentials')
    expect(await rolesOf(ada)).toEqual(['Ada: owner', 'Bob: admin', 'Cem: member'])
    expect(await outcomeOf(ada.api.getAuthSession())).toBe('ok')
  })

  it('is limited like other guesses of it', async () => {
    const limited = stopAfterFile(
      await startTestService({
        table: service.table,
        environment: { RATE_LIMITS: 'confirmPassword.account=2' },
      }),
    )
    const { ada, bob } = await startTeam()
    const send = createSend(limited)
    const statuses: number[] = []
    for (let guess = 0; guess < 3; guess++) {
      const { status } = await send('POST', '/v1/organizations/current/owner', {
        body: { userId: bob.userId, password: 'wrong horse battery' },
        headers: { cookie: ada.cookie },
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([401, 401, 429])
  })

  it('is not needed if the provider has none, and then ignored', async () => {
    const { ada, bob } = proxiedPeople(behindProxy, ['ada', 'bob'], clock.read)
    await join(ada, bob)
    await ada.api.changeOrganizationOwner({ body: { userId: bob.userId } })
    expect(await rolesOf(ada)).toEqual(['Bob: owner', 'Ada: admin'])
    await bob.api.changeOrganizationOwner({ body: { userId: ada.userId, password: 'whatever' } })
    expect(await rolesOf(ada)).toEqual(['Ada: owner', 'Bob: admin'])
  })
  it('is not needed at an OpenID provider, whose sessions are those of the service', async () => {
    const issuer = stopAfterFile(await startScriptedIssuer())
    const withIssuer = stopAfterFile(await startServiceOf(issuer))
    const personOf = async (name: string): Promise<Person> => {
      const email = `${name}@example.com`
      issuer.play({
        claims: (claims) => ({ ...claims, sub: name, sid: name, name, email, email_verified: true }),
      })
      const { cookie = '' } = await signInWith(withIssuer, issuer)
      const api = withCookie(withIssuer, cookie)
      const { user } = await api.getAuthSession()
      return { email, userId: user.id, api }
    }
    const [ada, bob] = [await personOf('ada'), await personOf('bob')]
    await join(ada, bob)
    await ada.api.changeOrganizationOwner({ body: { userId: bob.userId } })
    expect(await rolesOf(ada)).toEqual(['bob: owner', 'ada: admin'])
  })
})
