import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, type Person } from '../../../support/people/invite.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { assertionHeaders, proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const membersOf = async ({ api }: Person) => (await api.listOrganizationMembers()).members
const setRole = ({ api }: Person, userId: string, role: 'admin' | 'member') =>
  api.updateOrganizationMemberRole({ params: { userId }, body: { role } })

describe('changing a role', () => {
  let ada: Person
  let bob: Person
  let cem: Person

  beforeAll(async () => {
    const people = proxiedPeople(service, ['ada', 'bob', 'cem'], clock.read)
    ada = people.ada
    bob = people.bob
    cem = people.cem
    await join(ada, bob, 'admin')
    await join(ada, cem)
  })

  it('200s for owner and admin in both directions, and the list follows', async () => {
    for (const by of [ada, bob]) {
      for (const role of ['admin', 'member'] as const) {
        const { member } = await setRole(by, cem.userId, role)
        expect(member).toEqual({ userId: 'proxy:cem', displayName: 'Cem', email: 'cem@example.com', role })
        expect((await membersOf(ada)).find(({ userId }) => userId === cem.userId)).toEqual(member)
        expect((await cem.api.getOrganizationContext()).organizations.at(-1)).toMatchObject({ role })
      }
    }
  })

  it('200s the current role of the member', async () => {
    const before = await membersOf(ada)
    expect((await setRole(ada, cem.userId, 'member')).member.role).toBe('member')
    expect(await outcomeOf(setRole(cem, cem.userId, 'member'))).toBe('403 organization_admin_required')
    expect(await membersOf(ada)).toEqual(before)
  })

  it('403s any change of the owner, by the owner and by an admin', async () => {
    for (const by of [ada, bob]) {
      for (const role of ['admin', 'member'] as const) {
        expect(await outcomeOf(setRole(by, ada.userId, role))).toBe('403 owner_role_immutable')
      }
    }
    expect((await membersOf(ada))[0]).toMatchObject({ userId: ada.userId, role: 'owner' })
  })

  it('400s the role of owner', async () => {
    const path = `/v1/organizations/current/members/${encodeURIComponent(cem.userId)}`
    for (const role of ['owner', 'OWNER', 'guest', '', null, 7]) {
      const user = { id: ada.userId, displayName: 'Ada', email: ada.email }
      const response = await fetch(`${service.origin}${path}`, {
        method: 'PATCH',
        headers: {
          origin: service.origin,
          'content-type': 'application/json',
          ...assertionHeaders(user, 'PATCH', path, clock.read()),
        },
        body: JSON.stringify({ role }),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
    }
  })

  it('200s an admin stepping down, and then 403s further changes', async () => {
    expect((await setRole(bob, bob.userId, 'member')).member.role).toBe('member')
    expect(await outcomeOf(setRole(bob, bob.userId, 'admin'))).toBe('403 organization_admin_required')
    expect(await outcomeOf(setRole(bob, cem.userId, 'admin'))).toBe('403 organization_admin_required')
    await setRole(ada, bob.userId, 'admin')
  })

  it('does not change the role in another organization', async () => {
    const elsewhere = await cem.api.createOrganization({ body: { name: 'Elsewhere' } })
    await join(cem, bob)
    await setRole(cem, bob.userId, 'admin')
    await setRole(cem, bob.userId, 'member')
    const { organizations } = await bob.api.getOrganizationContext()
    expect(organizations.map(({ role }) => role)).toEqual(['admin', 'member'])
    expect(organizations.at(-1)?.id).toBe(elsewhere.activeOrganizationId)
  })

  it('400s somebody who is only a member of another organization', async () => {
    const { sam } = proxiedPeople(service, ['sam'], clock.read)
    await sam.api.getAuthSession()
    expect(await outcomeOf(setRole(ada, sam.userId, 'admin'))).toBe('400 member_not_found')
  })
})
