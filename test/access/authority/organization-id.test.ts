import {
  allOperations,
  type Operation,
  organizationIdHeader,
  requestPath,
  requiresCredential,
} from '@cairn/contract'
import { type Client, createClient } from '@cairn/contract/http/client'
import { type OperationId, operations } from '@cairn/contract/registry/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { cookieOf, logIn, mailedToken, register, verify } from '../../support/people/accounts.ts'
import { allScopes, bearer, createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { invite } from '../../support/people/invite.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, pathOf, refusal, unknownId } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'

/** `Organization-Id` names the organization of a session request, whichever is active, and changes nothing else. */

const service = stopAfterFile(
  await startTestService({ background: false, environment: { RATE_LIMITS: 'off' } }),
)
const world = await createWorld(service)
const send = createSend(service)

/** A browser tab: the person's session, in one organization. */
function tabOf({ cookie }: Browser, organizationId: string): Client {
  const { origin } = service
  return createClient({
    baseUrl: origin,
    headers: { origin, cookie, [organizationIdHeader]: organizationId },
  })
}

/** The organization that requests name, and the owner's active one. */
const acme = world.owner.organizationId
const home = (await world.owner.api.createOrganization({ body: { name: 'Home' } })).activeOrganizationId
const foreign = world.stranger.organizationId
const goHome = () => world.owner.api.switchOrganization({ body: { organizationId: home } })
/** Creates what requests are about in the organization that is not active. */
const ownerInAcme = { ...world.owner, api: tabOf(world.owner, acme) }
const inAcme = { ...world, owner: ownerInAcme }

type Row = [id: OperationId, operation: Operation]
const ofSessions = allOperations
  // Their examples are about another organization and another person, so that this one stays and keeps its owner.
  .filter(({ id }) => !['changeOrganizationOwner', 'deleteOrganization', 'deleteAccount'].includes(id))
  .filter(({ credential }) => credential !== 'none')
  .map((operation): Row => [operation.id as OperationId, operation])

/** About something of the person, wherever they act, or with the organization in the address. */
const ofPerson = [
  'getMemberPicture',
  'endSession',
  'getOAuthConsent',
  'decideOAuthConsent',
  'previewOAuthDevice',
  'decideOAuthDevice',
  'endOAuthGrant',
]

type Stored = { pk: string; sk: string }

/** Everything in the table, by key. */
async function readAll(): Promise<Stored[]> {
  const records = Object.values(await readTable(service.table.database)).flat<Stored[][]>()
  return records.toSorted((left, right) => (left.pk + left.sk < right.pk + right.sk ? -1 : 1))
}

/** A request of Acme's owner about something in Acme, to send with any `Organization-Id`. */
async function prepare(id: OperationId, { method }: Operation) {
  inAcme.renew()
  const { body, cookie: sent, ...request } = await requestOf(id, inAcme)
  // A program waits for a decision in one browser, which a cookie recognizes.
  const consent = /; consent=.*/.exec(sent ?? '')?.[0] ?? ''
  const path = requestPath(operations[id], request)
  return (organizationId: string | undefined, { cookie } = world.owner) =>
    send(method, path, {
      body,
      headers: { cookie: `${cookie}${consent}`, [organizationIdHeader]: organizationId },
    })
}

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

describe('a request that names an organization', () => {
  it.each(ofSessions)('%s succeeds in it although another one is active', async (id, operation) => {
    const ask = await prepare(id, operation)
    expect((await ask(acme)).status).toBe(operation.success.status)
    await goHome()
  })

  it.each(ofSessions)(
    '%s 403s foreign and unknown ids, 400s malformed ones, and changes nothing',
    async (id, operation) => {
      const ask = await prepare(id, operation)
      const before = await readAll()
      for (const organizationId of [foreign, unknownId]) {
        expect(await ask(organizationId)).toMatchObject(refusal('membership_not_found'))
      }
      for (const organizationId of ['', 'acme', `${acme}0`, `${acme},${acme}`, `${acme}, ${home}`]) {
        const response = await ask(organizationId)
        expect(response, organizationId).toMatchObject(refusal('invalid_request', organizationIdHeader))
      }
      // The record is in Acme, not in the active organization, unless it is the person's own.
      if (operation.params && !ofPerson.includes(id))
        expect([400, 403, 404]).toContain((await ask(undefined)).status)
      expect(await readAll()).toEqual(before)
    },
  )

  it.each(ofSessions.filter(([, operation]) => requiresCredential(operation)))(
    '%s checks Origin and credential first, the body later',
    async (_, operation) => {
      const headers = { [organizationIdHeader]: 'acme' }
      const path = pathOf(operation, 'x')
      const rawBody = operation.method === 'GET' ? undefined : '{'
      const attempt = (more: Record<string, string>) =>
        send(operation.method, path, { ...(rawBody && { rawBody }), headers: { ...headers, ...more } })
      const { cookie } = world.owner
      if (rawBody) {
        expect(await attempt({ cookie, origin: 'https://evil.test' })).toMatchObject(
          refusal('origin_not_allowed'),
        )
      }
      expect(await attempt({})).toMatchObject(refusal('unauthorized'))
      const forged = `${cookie.slice(0, -43)}${'A'.repeat(43)}`
      expect(await attempt({ cookie: forged })).toMatchObject(refusal('unauthorized'))
      expect(await attempt({ cookie })).toMatchObject(refusal('invalid_request', organizationIdHeader))
    },
  )

  it('accepts the id in upper case too', async () => {
    const session = await tabOf(world.owner, acme.toUpperCase()).getAuthSession()
    expect(session.activeOrganizationId).toBe(acme)
  })
})

describe('the active organization', () => {
  const activeIn = async (api: Client) => (await api.getOrganizationContext()).activeOrganizationId

  it('is returned as the one that the request named, and does not change', async () => {
    const tab = tabOf(world.owner, acme)
    expect((await tab.getAuthSession()).activeOrganizationId).toBe(acme)
    expect(await activeIn(tab)).toBe(acme)
    const renamed = await tab.updateOrganization({ body: { name: 'Acme & Co' } })
    expect(renamed.activeOrganizationId).toBe(acme)
    expect(renamed.organizations).toContainEqual({ id: acme, name: 'Acme & Co', role: 'owner' })
    expect(renamed.organizations.find(({ id }) => id === home)?.name).toBe('Home')
    expect(await activeIn(world.owner.api)).toBe(home)
  })

  it('changes by creating, switching and accepting, whatever the request names', async () => {
    const tab = tabOf(world.owner, acme)
    const created = await tab.createOrganization({ body: { name: 'Third' } })
    expect(created.organizations.at(-1)).toEqual({
      id: created.activeOrganizationId,
      name: 'Third',
      role: 'owner',
    })
    expect(await activeIn(world.owner.api)).toBe(created.activeOrganizationId)

    const switched = await tab.switchOrganization({ body: { organizationId: home } })
    expect(switched.activeOrganizationId).toBe(home)
    expect(await activeIn(world.owner.api)).toBe(home)

    const { token } = await invite(world.stranger, world.owner.email)
    const accepted = await tab.acceptOrganizationInvitation({ body: { token } })
    expect([accepted.organizationId, accepted.activeOrganizationId]).toEqual([foreign, foreign])
    expect(await activeIn(world.owner.api)).toBe(foreign)
    await removeMember(service, world.owner.userId, foreign)
    expect(await activeIn(world.owner.api)).not.toBe(foreign)
    await goHome()
  })
})

describe('two tabs at once', () => {
  it('each act in their own organization while a third one switches', async () => {
    const tabs = [acme, home].map((organizationId) => ({
      organizationId,
      api: tabOf(world.owner, organizationId),
    }))
    const switching = async () => {
      for (let times = 0; times < 6; times++) {
        for (const organizationId of [acme, home]) {
          await world.owner.api.switchOrganization({ body: { organizationId } })
        }
      }
    }
    const publishing = tabs.map(async ({ organizationId, api }) => {
      for (let times = 0; times < 6; times++) {
        const { goal } = await api.createGoal({
          body: { detailedDescription: `For ${organizationId}`, timeframe: { kind: 'continuous' } },
        })
        expect(goal.organizationId).toBe(organizationId)
        const { label } = await api.createGoalLabel({ body: { name: `Label ${world.next()}` } })
        expect(label.organizationId).toBe(organizationId)
        expect((await api.getAuthSession()).activeOrganizationId).toBe(organizationId)
        const { goals } = await api.listGoals()
        expect(new Set(goals.map((listed) => listed.organizationId))).toEqual(new Set([organizationId]))
      }
    })
    await Promise.all([switching(), ...publishing])
    for (const { organizationId, api } of tabs) {
      const { goals } = await api.listGoals()
      const texts = goals
        .map((goal) => ('detailedDescription' in goal ? goal.detailedDescription : ''))
        .filter((text) => text.startsWith('For '))
      expect(texts).toEqual(Array(6).fill(`For ${organizationId}`))
    }
    await goHome()
  })
})

describe('a membership that ended', () => {
  beforeAll(() => removeMember(service, world.admin.userId, acme))

  it.each(ofSessions)('403s %s in its organization at once', async (id, operation) => {
    const ask = await prepare(id, operation)
    expect(await ask(acme, world.admin)).toMatchObject(refusal('membership_not_found'))
  })

  it('keeps access to the others', async () => {
    const { organizations } = await world.admin.api.getAuthSession()
    for (const { id } of organizations) {
      expect((await tabOf(world.admin, id).getAuthSession()).activeOrganizationId).toBe(id)
    }
    expect(organizations.map(({ id }) => id)).not.toContain(acme)
  })
})

describe('an API token', () => {
  it('acts in its own organization, whatever the header says', async () => {
    const { secret } = await createToken(ownerInAcme, allScopes)
    await createGoal(ownerInAcme)
    for (const organizationId of [home, foreign, unknownId, 'acme', '']) {
      const headers = { origin: undefined, ...bearer(secret), [organizationIdHeader]: organizationId }
      const { status, body } = await send('GET', '/v1/goals', { headers })
      expect(status).toBe(200)
      const { goals } = body as { goals: { organizationId: string }[] }
      expect(new Set(goals.map((goal) => goal.organizationId))).toEqual(new Set([acme]))
    }
  })
})

describe('the first request of a user', () => {
  let cookie: string

  beforeAll(async () => {
    const email = 'new@example.com'
    await register(send, { email, displayName: 'New' })
    await verify(send, mailedToken(service, email))
    cookie = cookieOf(await logIn(send, email))
  })

  it('403s on every operation if it names an organization, and creates none', async () => {
    for (const [id, operation] of ofSessions) {
      const ask = await prepare(id, operation)
      expect(await ask(acme, { ...world.owner, cookie }), id).toMatchObject(refusal('membership_not_found'))
    }
    const { user: users, session: sessions } = await readTable(service.table.database)
    const userKey = sessions.find(({ email }) => email === 'new@example.com')?.userKey
    expect(userKey).toBeDefined()
    expect(users.filter((user) => user.userKey === userKey)).toEqual([])
  })

  it('creates the first organization if it names none, and the next request may name it', async () => {
    const first = await send('GET', '/v1/auth/session', { headers: { cookie } })
    const { activeOrganizationId } = first.body as { activeOrganizationId: string }
    const next = await send('GET', '/v1/auth/session', {
      headers: { cookie, [organizationIdHeader]: activeOrganizationId },
    })
    expect(next).toMatchObject({ status: 200, body: first.body })
  })
})
