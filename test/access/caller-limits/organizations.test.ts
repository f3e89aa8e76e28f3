/**
 * The limit of an organization over HTTP: for sessions, tokens, grants and agents together, and for nobody else. Two instances
 * count in one table.
 */
import { randomUUID } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import { readMemberCountPage } from '@cairn/domain/requests/rate-limits/member-counts'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callerWith } from '../../interface/mcp/support/call-tools.ts'
import { bearer, createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { connect } from '../../support/requests/program.ts'
import { createClock } from '../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { writeRecords } from '../../support/table/write-records.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const clock = createClock()
const direct = stopAfterFile(await startTestService({ table, clock: clock.read }))
const limit = 5
const environment = {
  WEB_ORIGIN: direct.origin,
  RATE_LIMITS: `request.organization=${limit},request.member=1`,
}
const startInstance = async (more: Record<string, string> = {}) =>
  stopAfterFile(
    await startTestService({
      table,
      endpoint: proxy.endpoint,
      clock: clock.read,
      environment: { ...environment, ...more },
    }),
  )
const [service, other] = [await startInstance(), await startInstance()]
const world = await createWorld(direct)
const { owner, admin, member, stranger } = world
/** Owner, admin and two members. */
const members = 4
const total = limit + members
/** The requests that each of two instances may let through beyond it, before it learns of the other. */
const step = 1

beforeEach(() => clock.advance({ milliseconds: 60_000 }))
afterEach(async () => {
  proxy.setFault(undefined)
  await expectSoundTable(table.database)
})

const as = ({ cookie }: { cookie: string }, instance = service) =>
  createSend(instance, { webOrigin: direct.origin, cookie })
const withToken = ({ secret }: { secret: string }, instance = service) =>
  ((method: string, path: string, exchange = {}) =>
    createSend(instance)(method, path, {
      ...exchange,
      headers: { origin: undefined, ...bearer(secret) },
    })) as ReturnType<typeof createSend>
const read = (send: ReturnType<typeof createSend>) => send('GET', '/v1/goals?limit=1')

async function exhaust(): Promise<void> {
  const send = as(owner)
  for (let request = 0; request < total; request++) expect((await read(send)).status).toBe(200)
  expect(await read(send)).toMatchObject(refusal('too_many_requests'))
}

describe('one request too many', () => {
  it('is a 429 with retry-after and the limit, that says whose it is', async () => {
    await exhaust()
    const refused = await read(as(member))
    expect(refused).toMatchObject(refusal('too_many_requests'))
    expect(refused.body).toMatchObject({ message: expect.stringContaining('this organization') })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('ratelimit-policy')).toContain(`"organization";q=${total};w=60`)
    expect(refused.headers.get('ratelimit')).toMatch(/"requests";r=5999;t=60.*"organization";r=0;t=60$/)
    clock.advance({ milliseconds: 60_000 })
    expect((await read(as(member))).status).toBe(200)
  })

  it('is refused to sessions, tokens, grants and agents alike, and counted of all of them', async () => {
    const token = await createToken(member)
    const { tokens } = await connect(direct.origin, admin, {
      organizationId: admin.organizationId,
      scopes: ['goals:read', 'goals:read:all'],
    })
    const grant = { secret: tokens.access_token }
    const agent = callerWith(service, grant)
    const senders = [as(owner), withToken(token), withToken(grant)]
    for (let round = 0; round < 2; round++) {
      for (const send of senders) expect((await read(send)).status).toBe(200)
      expect((await agent.ask('tools/call', { name: 'brief', arguments: {} })).status).toBe(200)
    }
    expect((await agent.ask('tools/list')).status).toBe(200)
    for (const send of senders) expect(await read(send)).toMatchObject(refusal('too_many_requests'))
    for (const method of ['tools/call', 'tools/list']) {
      const refused = await agent.ask(method, { name: 'brief', arguments: {} })
      expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
      expect(refused.headers.get('retry-after')).toBe('60')
    }
  })

  it('writes nothing', async () => {
    const { secret } = await createToken(owner)
    const label = { name: `Label ${world.next()}` }
    await exhaust()
    const refused = await createSend(service)('POST', '/v1/goal-labels', {
      headers: { origin: undefined, ...bearer(secret) },
      body: label,
    })
    expect(refused).toMatchObject(refusal('too_many_requests'))
    const { labels } = await owner.api.listGoalLabels()
    expect(labels.map(({ name }) => name)).not.toContain(label.name)
  })

  it('costs no database call if the credential tells the organization', async () => {
    const named = { 'organization-id': owner.organizationId }
    const send = as(owner)
    const token = await createToken(owner)
    await exhaust()
    const ask = () => [send('GET', '/v1/goals', { headers: named }), read(withToken(token))]
    await Promise.all(ask())
    proxy.reset()
    for (const refused of await Promise.all(ask())) {
      expect(refused).toMatchObject(refusal('too_many_requests'))
    }
    expect(proxy.calls).toEqual([])
  })
})

describe('an organization over its limit', () => {
  it('disturbs no other, not even for the same person', async () => {
    const { activeOrganizationId } = await owner.api.createOrganization({ body: { name: 'Second' } })
    await owner.api.switchOrganization({ body: { organizationId: owner.organizationId } })
    await exhaust()
    expect((await read(as(stranger))).status).toBe(200)
    const headers = { 'organization-id': activeOrganizationId }
    expect((await as(owner)('GET', '/v1/goals', { headers })).status).toBe(200)
  })

  it('still lets its owner find and revoke the token that is the cause, and people leave their own account', async () => {
    const token = await createToken(member)
    await exhaust()
    const send = as(owner)
    const list = await send('GET', '/v1/organizations/current/api-tokens')
    expect(list.status).toBe(200)
    const revoked = await send('DELETE', `/v1/organizations/current/api-tokens/${token.id}`)
    expect(revoked.status).toBe(200)
    expect((await as(member)('GET', '/v1/auth/session')).status).toBe(200)
    expect(await as(member)('GET', '/v1/organizations/current/invitations')).toMatchObject(
      refusal('too_many_requests'),
    )
  })
})

describe('nobody uses up the limit of an organization', () => {
  it('by naming it without being a member', async () => {
    const send = as(stranger)
    const headers = { 'organization-id': owner.organizationId }
    for (let request = 0; request < 2 * total; request++) {
      expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('membership_not_found'))
    }
    await exhaust()
  })

  it('with a token from before leaving it', async () => {
    const guest = world.colleague
    const token = await createToken(guest)
    await removeMember(direct, guest.userId, guest.organizationId)
    for (let request = 0; request < 2 * total; request++) {
      expect(await read(withToken(token))).toMatchObject(refusal('permission_denied'))
    }
    const send = as(owner)
    for (let request = 0; request < total - 1; request++) expect((await read(send)).status).toBe(200)
  })
})

describe('two instances', () => {
  it('together serve the limit and at most a step more for each', async () => {
    let served = 0
    for (let request = 0; request < 3 * total; request++) {
      const response = await read(as(owner, request % 2 === 0 ? service : other))
      if (response.status === 200) served++
    }
    expect(served).toBeGreaterThanOrEqual(total - 1)
    expect(served).toBeLessThanOrEqual(total - 1 + 2 * step)
  })

  it('refuse nobody if the members cannot be counted', async () => {
    const fresh = await startInstance({ RATE_LIMITS: 'request.organization=10,request.member=1' })
    proxy.setFault(({ operation, body }) =>
      operation === 'Query' && JSON.stringify(body).includes('COUNT') ? 'status500' : 'pass',
    )
    for (let request = 0; request < 10; request++) expect((await read(as(owner, fresh))).status).toBe(200)
    expect(fresh.lines.filter((line) => line.includes('Counts of callers cannot be shared.'))).toHaveLength(1)
  })
})

it('counts the members of a large organization page by page', async () => {
  const organizationId = randomUUID()
  // Three of them fill a page of 1 MB.
  const email = `${'x'.repeat(350_000)}@example.com`
  const records = Array.from({ length: 7 }, (_, index) =>
    newMembership({ id: `email:${index}`, displayName: `${index}`, email }, organizationId, 'member', 'now'),
  )
  await writeRecords(table.database, membershipEntity, records)
  try {
    const signal = new AbortController().signal
    const counts: number[] = []
    let position: Record<string, unknown> | undefined
    do {
      const page = await readMemberCountPage(table.database, organizationId, position, signal)
      counts.push(page.count)
      position = page.position
    } while (position !== undefined)
    expect(counts.length).toBeGreaterThan(2)
    expect(counts.reduce((sum, count) => sum + count)).toBe(7)
  } finally {
    for (const { userKey } of records) {
      await table.database.client.send(
        new DeleteCommand(
          membershipEntity.remove({ userKey, organizationId }).params({ table: table.tableName }),
        ),
      )
    }
  }
})
