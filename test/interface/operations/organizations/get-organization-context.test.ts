import { describe, expect, it } from 'vitest'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { contextOf, firstVisit } from './support/first-visit.ts'

const service = stopAfterFile(await startTestService())

describe('GET /v1/organizations', () => {
  it('200s with the same context as the session, repeatedly', async () => {
    const browser = await firstVisit(service, 'mary@example.com', '  مريم الإسطرلابي  ')
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
    const browser = await firstVisit(service, 'emoji@example.com', displayName)
    const { body } = await browser('GET', '/v1/organizations')
    expect(contextOf(body).organizations[0]?.name).toBe(displayName)
  })

  it("keeps users' organizations apart", async () => {
    const contexts = []
    for (const email of ['katherine@example.com', 'dorothy@example.com']) {
      const browser = await firstVisit(service, email, 'Same Name')
      contexts.push(contextOf((await browser('GET', '/v1/organizations')).body))
    }
    expect(contexts[0]?.activeOrganizationId).not.toBe(contexts[1]?.activeOrganizationId)
    expect(contexts.map(({ organizations }) => organizations.length)).toEqual([1, 1])
  })
})
