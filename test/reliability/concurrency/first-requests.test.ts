import { describe, expect, it } from 'vitest'
import { beginSession, registerVerified } from '../../support/people/accounts.ts'
import { withCookie } from '../../support/people/clients.ts'
import { allAtOnce, bodiesOf, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())

/** A verified person whose session has sent no request yet. */
async function newcomer(name: string) {
  const email = `${name.toLowerCase()}@example.com`
  await registerVerified(service, { email, displayName: name })
  return { name, email, api: withCookie(service, await beginSession(service, email)) }
}

/** The organizations of a person, read from the table. */
async function organizationsOf(email: string) {
  const { membership, organization, user } = await expectSoundTable(service.table.database)
  const memberships = membership.filter((record) => record.email === email)
  const ids = memberships.map(({ organizationId }) => organizationId)
  return {
    users: user.filter((record) => record.userId === memberships[0]?.userId),
    roles: memberships.map(({ role }) => role),
    organizations: organization.filter(({ organizationId }) => ids.includes(organizationId)),
    all: organization,
  }
}

describe('first requests of a user', () => {
  it('200s 40 at once, for session and organizations, and creates one organization', async () => {
    const { api, email } = await newcomer('Ada')
    const responses = await allAtOnce(40, async (index) => {
      if (index % 2 === 0) return api.getOrganizationContext()
      const { user: _, ...context } = await api.getAuthSession()
      return context
    })
    expect(tally(responses)).toEqual({ ok: 40 })

    const { users, roles, organizations, all } = await organizationsOf(email)
    expect({ users: users.length, roles, names: all.map(({ name }) => name) }).toEqual({
      users: 1,
      roles: ['owner'],
      names: ['Ada'],
    })
    const id = organizations[0]?.organizationId
    const context = { activeOrganizationId: id, organizations: [{ id, name: 'Ada', role: 'owner' }] }
    for (const body of bodiesOf(responses)) expect(body).toEqual(context)
  })

  it('200s and 201s 40 from two sessions at once, some of which publish goals, in one organization', async () => {
    const { api, email } = await newcomer('Grace')
    const other = withCookie(service, await beginSession(service, email))
    const responses = await allAtOnce(40, async (index) => {
      const client = index % 2 === 0 ? api : other
      if (index % 4 === 0) return (await client.getAuthSession()).activeOrganizationId
      if (index % 4 === 1) return (await client.getOrganizationContext()).activeOrganizationId
      const body = { detailedDescription: `Goal ${index}.`, timeframe: { kind: 'continuous' } } as const
      return (await client.createGoal({ body })).goal.organizationId
    })
    expect(tally(responses)).toEqual({ ok: 40 })

    const { organizations } = await organizationsOf(email)
    expect(organizations).toHaveLength(1)
    expect(new Set(bodiesOf(responses))).toEqual(new Set([organizations[0]?.organizationId]))
    expect((await api.listGoals()).goals).toHaveLength(20)
  })

  it('201s publishing a goal as the very first request, in an organization that stays', async () => {
    const { api, email } = await newcomer('Mary')
    const body = { detailedDescription: 'Start.', timeframe: { kind: 'continuous' } } as const
    const { goal } = await api.createGoal({ body })
    expect(await api.getAuthSession()).toMatchObject({ activeOrganizationId: goal.organizationId })
    expect((await organizationsOf(email)).roles).toEqual(['owner'])
  })

  it('200s for 12 newcomers at once, each in an organization of their own', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, index) => newcomer(`Newcomer-${index + 1}`)),
    )
    const responses = await allAtOnce(48, (index) => {
      const person = people[index % people.length]
      if (!person) throw new Error('There is nobody.')
      return person.api.getOrganizationContext()
    })
    expect(tally(responses)).toEqual({ ok: 48 })
    expect(new Set(bodiesOf(responses).map((context) => context.activeOrganizationId)).size).toBe(12)
    const { organization } = await expectSoundTable(service.table.database)
    expect(organization.filter(({ name }) => name.startsWith('Newcomer-'))).toHaveLength(12)
  })
})
