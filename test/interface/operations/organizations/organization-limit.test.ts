import { createClient } from '@cairn/contract/http/client'
import { afterAll, describe, expect, it } from 'vitest'
import { createGoal } from '../../../support/people/goals.ts'
import { invite } from '../../../support/people/invite.ts'
import { giveOrganizations, userRecordOf } from '../../../support/people/many-organizations.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { responseTo, tally } from '../../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'

/** A user belongs to at most 100 organizations, created or joined, however many requests come at once. */

const limit = 100

const table = stopAfterFile(await createWireTable())
const { database } = table
const service = stopAfterFile(await startTestService({ table, environment: { RATE_LIMITS: 'off' } }))
const host = await signIn(service, { email: 'host@example.com', displayName: 'Host' })
let people = 0

/** Creates somebody who belongs to so many organizations. */
async function memberOf(count: number, options?: { listed: boolean }) {
  const name = `person${++people}`
  const person = await signIn(service, { email: `${name}@example.com`, displayName: name })
  const given = await giveOrganizations(database, person.userId, count - 1, options)
  return { ...person, given }
}

/** An invitation to an organization of its own. */
async function invitation({ email }: { email: string }) {
  await host.api.createOrganization({ body: { name: 'Hosted' } })
  return { body: { token: (await invite(host, email)).token } }
}

const create = ({ api }: Pick<Browser, 'api'>) =>
  responseTo(api.createOrganization({ body: { name: 'One more' } }))
const organizationsOf = async ({ api }: Browser) => (await api.getOrganizationContext()).organizations

afterAll(async () => {
  await expectSoundTable(database)
})

describe('a user of 99 organizations', () => {
  it('201s the hundredth and 409s one more, by creating and by accepting, and keeps the active one', async () => {
    const person = await memberOf(limit - 1)
    const full = await person.api.createOrganization({ body: { name: 'The hundredth' } })
    expect(full.organizations).toHaveLength(limit)
    const accepting = await invitation(person)
    expect((await create(person)).outcome).toBe('409 too_many_organizations')
    const refused = await responseTo(person.api.acceptOrganizationInvitation(accepting))
    expect(refused.outcome).toBe('409 too_many_organizations')
    expect(await person.api.getOrganizationContext()).toEqual(full)
    // The invitation stays for later.
    const { invitations } = await host.api.listOrganizationInvitations()
    expect(invitations.map(({ email, status }) => [email, status])).toEqual([[person.email, 'pending']])
  })

  it('200s the hundredth by accepting, and 409s another creation', async () => {
    const person = await memberOf(limit - 1)
    const { organizations } = await person.api.acceptOrganizationInvitation(await invitation(person))
    expect(organizations).toHaveLength(limit)
    expect((await create(person)).outcome).toBe('409 too_many_organizations')
  })

  it('switches to, renames and works in every one of them', async () => {
    const person = await memberOf(limit)
    const last = person.given.at(-1) ?? ''
    const switched = await person.api.switchOrganization({ body: { organizationId: last } })
    expect(switched.organizations).toHaveLength(limit)
    const renamed = await person.api.updateOrganization({ body: { name: 'Renamed' } })
    expect(renamed.organizations.at(-1)).toEqual({
      id: last,
      name: 'Renamed',
      role: 'owner',
    })
    const { id: goalId } = await createGoal(person)
    expect((await person.api.getGoal({ params: { goalId } })).goal.organizationId).toBe(last)
  })

  it.each([true, false])(
    'joins only one more of many at once (its record lists them: %s)',
    async (listed) => {
      const person = await memberOf(limit - 1, { listed })
      const accepting = await invitation(person)
      const responses = await Promise.all([
        responseTo(person.api.acceptOrganizationInvitation(accepting)),
        ...Array.from({ length: 5 }, () => create(person)),
      ])
      expect(tally(responses)).toEqual({ ok: 1, '409 too_many_organizations': 5 })
      expect(await organizationsOf(person)).toHaveLength(limit)
    },
  )
})

describe('creating while another request joins', () => {
  it('counts organizations joined since it read', async () => {
    const proxy = await startEngineProxy(await engineEndpoint())
    const slow = await startTestService({
      table,
      endpoint: proxy.endpoint,
      environment: { RATE_LIMITS: 'off', WEB_ORIGIN: service.origin },
    })
    const person = await memberOf(limit - 1)
    const arrived = Promise.withResolvers<void>()
    const joined = Promise.withResolvers<void>()
    proxy.setFault(({ operation }) => {
      if (operation !== 'TransactWriteItems') return 'pass'
      arrived.resolve()
      return { until: joined.promise }
    })
    const headers = { origin: service.origin, cookie: person.cookie }
    const late = create({ ...person, api: createClient({ baseUrl: slow.origin, headers }) })
    await arrived.promise
    expect((await create(person)).outcome).toBe('ok')
    joined.resolve()
    expect((await late).outcome).toBe('409 too_many_organizations')
    expect(await organizationsOf(person)).toHaveLength(limit)
    await slow.stop()
    await proxy.stop()
  })
})

describe('an invalid invitation for somebody in 100 organizations', () => {
  it('404s and 403s as it does for others', async () => {
    const person = await memberOf(limit)
    const accepting = await invitation(person)
    const others = await invitation({ email: 'other@example.com' })
    const accept = async (request: typeof accepting) =>
      (await responseTo(person.api.acceptOrganizationInvitation(request))).outcome
    expect(await accept({ body: { token: `${others.body.token.slice(0, -43)}${'A'.repeat(43)}` } })).toBe(
      '404 invitation_not_found',
    )
    expect(await accept(others)).toBe('403 invitation_email_mismatch')
    expect(await accept(accepting)).toBe('409 too_many_organizations')
  })
})

describe('a new name of a user of 100 organizations', () => {
  it('reaches all of them with one session request', async () => {
    const person = await memberOf(limit)
    const displayName = 'New Name'
    await person.api.updateProfile({ body: { displayName } })
    await person.api.getAuthSession()
    const { user: users, membership: memberships } = await readTable(database)
    const names = [...users, ...memberships]
      .filter(({ userId }) => userId === person.userId)
      .map((record) => record.displayName)
    expect(names).toEqual(Array(1 + limit).fill(displayName))
  })
})

describe("the list in the user's record", () => {
  const listOf = async ({ userId }: Browser) => (await userRecordOf(database, userId)).organizationIds

  it('is corrected by the next session request of a user whose list lacks some, in the order of joining', async () => {
    const person = await memberOf(4, { listed: false })
    const ids = (await organizationsOf(person)).map(({ id }) => id)
    expect(ids.slice(1)).toEqual(person.given)
    expect(await listOf(person)).toEqual(ids)
  })

  it('follows creating and accepting', async () => {
    const person = await memberOf(1)
    const { organizationId } = await person.api.acceptOrganizationInvitation(await invitation(person))
    const { activeOrganizationId } = await person.api.createOrganization({ body: { name: 'Third' } })
    expect((await listOf(person))?.slice(1)).toEqual([organizationId, activeOrganizationId])
  })
})
