import { describe, expect, it } from 'vitest'
import { cookieOf, logIn, mailedToken, register, verify } from '../../support/people/accounts.ts'
import { createSend, type Send } from '../../support/requests/exchange.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const anonymous = createSend(service)

/** The cookie of a person who has made no request with it yet. */
async function firstCookie(email: string, displayName: string): Promise<string> {
  await register(anonymous, { email, displayName })
  await verify(anonymous, mailedToken(service, email))
  return cookieOf(await logIn(anonymous, email))
}

const firstVisit = async (email: string, displayName: string): Promise<Send> =>
  createSend(service, { cookie: await firstCookie(email, displayName) })

type Context = { activeOrganizationId: string; organizations: { id: string; name: string; role: string }[] }
const contextOf = (body: unknown) => body as Context

describe('the first request of a user', () => {
  it.each(['/v1/organizations', '/v1/auth/session'])(
    '%s 200s with one organization, owned and active',
    async (path) => {
      const browser = await firstVisit(`ada${path.length}@example.com`, 'Ada Lovelace')
      const { body, status } = await browser('GET', path)
      expect(status).toBe(200)
      const { activeOrganizationId, organizations } = contextOf(body)
      expect(organizations).toEqual([{ id: activeOrganizationId, name: 'Ada Lovelace', role: 'owner' }])
    },
  )

  it('makes one organization however many come at once', async () => {
    const cookie = await firstCookie('grace@example.com', 'Grace Hopper')
    // Holds every call until no other comes, so that all requests read before one of them writes.
    const proxy = await startEngineProxy(service.table.endpoint, { quietMilliseconds: 100 })
    const held = await startTestService({ table: service.table, endpoint: proxy.endpoint })
    const browser = createSend(held, { cookie })
    const paths = ['/v1/organizations', '/v1/auth/session']
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => browser('GET', paths[index % 2] ?? '')),
    )
    const attempts = proxy.calls.filter(({ operation }) => operation === 'TransactWriteItems')
    await held.stop()
    await proxy.stop()

    expect(attempts.length).toBeGreaterThan(1)
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const contexts = answers.map(({ body }) => contextOf(body))
    expect(contexts[0]?.organizations).toHaveLength(1)
    for (const context of contexts) {
      expect(context.organizations).toEqual(contexts[0]?.organizations)
      expect(context.activeOrganizationId).toBe(contexts[0]?.activeOrganizationId)
    }
  })

  it('makes it also where a goal is the first thing that the user asks for', async () => {
    const browser = await firstVisit('joan@example.com', 'Joan')
    const published = await browser('POST', '/v1/goals', {
      body: { detailedDescription: 'Break it', timeframe: { kind: 'continuous' } },
    })
    const { goal } = published.body as { goal: { organizationId: string } }
    expect(published.status).toBe(201)
    const { body } = await browser('GET', '/v1/organizations')
    expect(contextOf(body)).toEqual({
      activeOrganizationId: goal.organizationId,
      organizations: [{ id: goal.organizationId, name: 'Joan', role: 'owner' }],
    })
  })
})

describe('GET /v1/organizations', () => {
  it('200s with what the session says, again and again', async () => {
    const browser = await firstVisit('mary@example.com', '  مريم الإسطرلابي  ')
    const first = await browser('GET', '/v1/organizations')
    const session = await browser('GET', '/v1/auth/session')
    const second = await browser('GET', '/v1/organizations')
    expect(second.text).toBe(first.text)
    const { user, ...context } = session.body as { user: { displayName: string } }
    expect(first.body).toEqual(context)
    expect([user.displayName, contextOf(first.body).organizations[0]?.name]).toEqual(
      Array(2).fill('مريم الإسطرلابي'),
    )
  })

  it('names an organization after a name of 100 characters', async () => {
    const displayName = '😀'.repeat(100)
    const browser = await firstVisit('emoji@example.com', displayName)
    const { body } = await browser('GET', '/v1/organizations')
    expect(contextOf(body).organizations[0]?.name).toBe(displayName)
  })

  it("keeps users' organizations apart", async () => {
    const contexts: Context[] = []
    for (const email of ['katherine@example.com', 'dorothy@example.com']) {
      const browser = await firstVisit(email, 'Same Name')
      contexts.push(contextOf((await browser('GET', '/v1/organizations')).body))
    }
    expect(contexts[0]?.activeOrganizationId).not.toBe(contexts[1]?.activeOrganizationId)
    expect(contexts.map(({ organizations }) => organizations.length)).toEqual([1, 1])
  })
})
