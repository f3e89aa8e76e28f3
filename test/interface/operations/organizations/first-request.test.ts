import { describe, expect, it } from 'vitest'
import { createSend } from '../../../support/requests/exchange.ts'
import { createWireTable } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { contextOf, firstCookie, firstVisit } from './support/first-visit.ts'

const service = stopAfterFile(await startTestService())
describe('the first request of a user', () => {
  it.each(['/v1/organizations', '/v1/auth/session'])(
    '%s 200s with one organization, owned and active',
    async (path) => {
      const browser = await firstVisit(service, `ada${path.length}@example.com`, 'Ada Lovelace')
      const { body, status } = await browser('GET', path)
      expect(status).toBe(200)
      const { activeOrganizationId, organizations } = contextOf(body)
      expect(organizations).toEqual([{ id: activeOrganizationId, name: 'Ada Lovelace', role: 'owner' }])
    },
  )

  it('creates one organization for any number of requests at once', async () => {
    const table = await createWireTable()
    const direct = await startTestService({ table })
    const cookie = await firstCookie(direct, 'grace@example.com', 'Grace Hopper')
    const proxy = await startEngineProxy(table.endpoint)
    // Nobody writes before two have read that there is no organization.
    const second = Promise.withResolvers<void>()
    let writers = 0
    proxy.setFault(({ operation }) => {
      if (operation !== 'TransactWriteItems') return 'pass'
      if (++writers === 2) second.resolve()
      return { until: second.promise }
    })
    const held = await startTestService({ table, endpoint: proxy.endpoint })
    const browser = createSend(held, { cookie })
    const paths = ['/v1/organizations', '/v1/auth/session']
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => browser('GET', paths[index % 2] ?? '')),
    )
    await Promise.all([held.stop(), direct.stop()])
    await Promise.all([proxy.stop(), table.stop()])

    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const contexts = responses.map(({ body }) => contextOf(body))
    expect(contexts[0]?.organizations).toHaveLength(1)
    for (const context of contexts) {
      expect(context.organizations).toEqual(contexts[0]?.organizations)
      expect(context.activeOrganizationId).toBe(contexts[0]?.activeOrganizationId)
    }
  })

  it('creates it even if the request publishes a goal', async () => {
    const browser = await firstVisit(service, 'joan@example.com', 'Joan')
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
