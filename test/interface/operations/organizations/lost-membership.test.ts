import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { organizationIdHeader } from '@cairn/contract'
import { createClient } from '@cairn/contract/http/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { removeMember } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { userRecordOf } from '../../../support/people/many-organizations.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { unknownId } from '../../../support/requests/exchange.ts'
import { responseTo } from '../../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import type { EngineCall } from '../../../support/service/engine-call.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { problemsIn } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { changeRecord } from '../../../support/table/write-records.ts'

/**
 * A user whose active membership was removed: session requests activate another organization, and no other request
 * does.
 */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const { database } = table
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold its engine calls. */
const slow = stopAfterFile(
  await startTestService({ table, endpoint: proxy.endpoint, environment: { WEB_ORIGIN: service.origin } }),
)
const host = await signIn(service, { email: 'host@example.com', displayName: 'Host' })
let people = 0

/** Somebody who has joined so many organizations of the host besides their own; the last one is active. */
async function memberOf(count: number) {
  const name = `person${++people}`
  const person = await signIn(service, { email: `${name}@example.com`, displayName: name })
  for (let index = 0; index < count; index++) {
    await host.api.createOrganization({ body: { name: `Hosted ${index}` } })
    await join(host, person)
  }
  const { organizations } = await person.api.getOrganizationContext()
  const ids = organizations.map(({ id }) => id)
  const lose = async (...lost: (string | undefined)[]) => {
    for (const id of lost) await removeMember(service, person.userId, id ?? '')
  }
  return { ...person, ids, lose }
}

/** The person's client of the service that can be held. */
const slowly = ({ cookie }: Browser, organizationId?: string) =>
  createClient({
    baseUrl: slow.origin,
    headers: {
      origin: service.origin,
      cookie,
      ...(organizationId !== undefined && { [organizationIdHeader]: organizationId }),
    },
  })

const activeOf = async ({ userId }: Browser) => (await userRecordOf(database, userId)).activeOrganizationId

/** Holds the first matching call until `release`; `arrived` settles when it comes. */
function hold(fits: (call: EngineCall) => boolean) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isHeld = false
  proxy.setFault((call) => {
    if (isHeld || !fits(call)) return 'pass'
    isHeld = true
    arrived.resolve()
    return { until: released.promise }
  })
  return { arrived: arrived.promise, release: () => released.resolve() }
}

const isWrite = ({ operation }: EngineCall) => operation === 'TransactWriteItems'
const idsOf = ({ organizations }: { organizations: { id: string }[] }) => organizations.map(({ id }) => id)

afterEach(() => {
  proxy.setFault(undefined)
  proxy.setQuiet(0)
})

afterAll(async () => {
  const problems = problemsIn(await readTable(database))
  // Its only member was removed.
  expect(problems.filter((problem) => !/^organization \S+ has 0 owners$/.test(problem))).toEqual([])
})

describe('a session request of a user who has lost the active membership', () => {
  it('activates the first of the others', async () => {
    const person = await memberOf(2)
    await person.lose(person.ids[2])
    const session = await person.api.getAuthSession()
    expect(session.activeOrganizationId).toBe(person.ids[0])
    expect(idsOf(session)).toEqual(person.ids.slice(0, 2))
    expect(await activeOf(person)).toBe(person.ids[0])
  })

  it('keeps what the user switches to in the meantime', async () => {
    const person = await memberOf(2)
    await person.lose(person.ids[2])
    const { arrived, release } = hold(isWrite)
    const late = slowly(person).getAuthSession()
    await arrived
    await person.api.switchOrganization({ body: { organizationId: person.ids[1] ?? '' } })
    release()
    expect((await late).activeOrganizationId).toBe(person.ids[1])
    expect(await activeOf(person)).toBe(person.ids[1])
  })

  it('activates none if it names another organization', async () => {
    const person = await memberOf(2)
    await person.lose(person.ids[2])
    const session = await slowly(person, person.ids[1]).getAuthSession()
    expect(session.activeOrganizationId).toBe(person.ids[1])
    expect(await activeOf(person)).toBe(person.ids[2])
    await person.api.getAuthSession()
  })

  it('403s if the membership that it names ends meanwhile, and activates no other', async () => {
    const person = await memberOf(2)
    const { arrived, release } = hold(({ operation }) => operation === 'Query')
    const late = responseTo(slowly(person, person.ids[1]).getAuthSession())
    await arrived
    await person.lose(person.ids[1])
    release()
    expect((await late).outcome).toBe('403 membership_not_found')
    expect(await activeOf(person)).toBe(person.ids[2])
  })
})

describe('a user who has lost the last membership', () => {
  it('gets one new organization from any number of session requests at once', async () => {
    const person = await memberOf(0)
    await person.lose(...person.ids)
    // Calls wait until no other comes, so that all requests read before one writes.
    proxy.setQuiet(100)
    proxy.reset()
    const api = slowly(person)
    const contexts = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0 ? api.getOrganizationContext() : api.getAuthSession(),
      ),
    )
    expect(proxy.calls.filter(isWrite).length).toBeGreaterThan(1)
    const [made = ''] = contexts.map(({ activeOrganizationId }) => activeOrganizationId)
    expect(person.ids).not.toContain(made)
    for (const context of contexts) {
      expect(context.activeOrganizationId).toBe(made)
      expect(context.organizations).toMatchObject([{ id: made, role: 'owner' }])
    }
    expect(idsOf(await person.api.getAuthSession())).toEqual([made])
  })

  it('gets none from a session request if the user creates one in the meantime', async () => {
    const person = await memberOf(0)
    await person.lose(...person.ids)
    const { arrived, release } = hold(isWrite)
    const late = slowly(person).getAuthSession()
    await arrived
    const created = await person.api.createOrganization({ body: { name: 'Mine' } })
    release()
    expect(idsOf(created)).toHaveLength(1)
    const { user: _, ...context } = await late
    expect(context).toEqual(created)
  })

  it('gets 403 on goals and everything else in the organization, and no new one', async () => {
    const person = await memberOf(0)
    await person.lose(...person.ids)
    const { api } = person
    const [organizationId = ''] = person.ids
    const timeframe = { kind: 'continuous' } as const
    const requests: (() => Promise<unknown>)[] = [
      () => api.listGoals(),
      () => api.createGoal({ body: { detailedDescription: 'Lost', timeframe } }),
      () => api.listGoalLabels(),
      () => api.listOrganizationMembers(),
      () => api.listApiTokens(),
      () => api.updateOrganization({ body: { name: 'Lost' } }),
      () => api.switchOrganization({ body: { organizationId } }),
    ]
    for (const request of requests) {
      expect((await responseTo(request())).outcome).toBe('403 membership_not_found')
    }
    expect(await activeOf(person)).toBe(person.ids[0])
    await api.getAuthSession()
  })
})

describe('switching', () => {
  it('403s and keeps the selection if the membership ends before the write', async () => {
    const person = await memberOf(2)
    const { arrived, release } = hold(isWrite)
    const organizationId = person.ids[1] ?? ''
    const late = responseTo(slowly(person).switchOrganization({ body: { organizationId } }))
    await arrived
    await person.lose(organizationId)
    release()
    expect((await late).outcome).toBe('403 membership_not_found')
    expect(await activeOf(person)).toBe(person.ids[2])
  })
})

describe('memberships beyond one page of the table', () => {
  it('are all read, and all updated with a new name', async () => {
    const person = await memberOf(5)
    const keys = person.ids.map((organizationId) => ({ userKey: keyOf(person.userId), organizationId }))
    // DynamoDB ends a page at 1 MB.
    for (const key of keys) {
      const { pk, sk } = keyOfRecord(membershipEntity, key)
      await database.client.send(
        new UpdateCommand({
          TableName: table.tableName,
          Key: { pk, sk },
          UpdateExpression: 'SET padding = :padding, displayName = :outdated',
          ExpressionAttributeValues: { ':padding': 'x'.repeat(300_000), ':outdated': 'Outdated' },
        }),
      )
    }
    proxy.reset()
    const session = await slowly(person).getAuthSession()
    expect(proxy.calls.filter(({ operation }) => operation === 'Query').length).toBeGreaterThan(1)
    expect(idsOf(session)).toEqual(person.ids)
    const { membership: memberships } = await readTable(database)
    const names = memberships
      .filter(({ userId }) => userId === person.userId)
      .map(({ displayName }) => displayName)
    expect(names).toEqual(Array(person.ids.length).fill(session.user.displayName))
    const created = await person.api.createOrganization({ body: { name: 'One more' } })
    expect(idsOf(created).slice(0, -1)).toEqual(person.ids)
  })
})

describe("a list in the user's record that memberships contradict", () => {
  it.each([
    ['lacks one', ([first = '']: string[]) => [first]],
    ['names one that has gone', (ids: string[]) => [...ids, unknownId]],
    ['is in another order', (ids: string[]) => ids.toReversed()],
  ])('is rewritten by a session request if it %s', async (_, damage) => {
    const person = await memberOf(2)
    const set = { organizationIds: damage(person.ids) }
    await changeRecord(database, userEntity, { userKey: keyOf(person.userId) }, { set })
    expect(idsOf(await person.api.getAuthSession())).toEqual(person.ids)
    expect((await userRecordOf(database, person.userId)).organizationIds).toEqual(person.ids)
  })
})
