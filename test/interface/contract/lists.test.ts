import { allOperations, type Operation } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf, refusal, unknownId } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { writeAcknowledgements } from '../../support/table/write-acknowledgements.ts'

const lists = allOperations
  .filter(({ query }) => query && 'cursor' in query().shape)
  .map((operation): [string, Operation] => [operation.id, operation])

/** Cursors of lists with a second page, by operation. */
const cursors: Record<string, string> = {}

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
let goalId = ''
for (const name of ['one', 'two']) {
  const { goal } = await ada.api.createGoal({
    body: { detailedDescription: name, timeframe: { kind: 'continuous' } },
  })
  goalId = goal.id
  await ada.api.createGoalLabel({ body: { name } })
  await ada.api.createGoalView({ body: { name, query: '' } })
}
await ada.api.createGoalUpdate({
  params: { goalId },
  body: { status: 'active', summary: 'x', details: 'x', expectedRevision: 1, idempotencyKey: 'x' },
})
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
await writeAcknowledgements(service.table.database, { organizationId, goalId, revision: 2 })
for (const title of ['first', 'second']) await ada.api.updateGoal({ params: { goalId }, body: { title } })
const { webhook } = await ada.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
await ada.api.updateWebhook({ params: { webhookId: webhook.id }, body: { state: 'paused' } })
for (let count = 0; count < 2; count++) await ada.api.testWebhook({ params: { webhookId: webhook.id } })

/** The path of a list about something that exists. */
const listOf = (operation: Operation) =>
  pathOf(operation, operation.group === 'webhooks' ? webhook.id : goalId).replace(
    /(?<=\/updates\/)[^/]+(?=\/)/,
    '2',
  )

for (const [id, operation] of lists) {
  const { body } = await browser('GET', `${listOf(operation)}?limit=1`)
  const { nextCursor } = body as { nextCursor: string | null }
  if (nextCursor !== null) cursors[id] = nextCursor
}

const queryOf = (name: string, value: string) => new URLSearchParams({ [name]: value })

/** Trees have larger pages than lists. */
const largestPage = (id: string) => (id === 'getGoalTree' ? 200 : 100)

describe.each(lists)('%s', (id, operation) => {
  it.each([
    '0',
    String(largestPage(id) + 1),
    'abc',
    '1.5',
    '-1',
    '',
    '+1',
    '1e1',
    ' 1',
    '0x10',
    '01',
    '١',
    '99999999999999999999',
    'NaN',
  ])('400s the limit %j', async (limit) => {
    const response = await browser('GET', `${pathOf(operation)}?${queryOf('limit', limit)}`)
    expect(response).toMatchObject(refusal('invalid_request', 'limit'))
  })

  it.each(
    Object.keys(operation.query?.().shape ?? {}).filter((name) => !operation.repeatable?.includes(name)),
  )('400s %s if it is repeated, and names it', async (name) => {
    const value = { limit: '5', cursor: cursors[id] ?? 'x', labelId: unknownId, health: 'on_track' }[name]
    const given = `${name}=${value ?? 'active'}`
    for (const query of [
      `${given}&${given}`,
      `${given}&limit=1&${name}=`,
      `${name}&${given}`,
      `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=x&${given}`,
    ]) {
      const response = await browser('GET', `${listOf(operation)}?${query}`)
      expect(response, query).toMatchObject(refusal('invalid_request', name))
      const { details } = response.body as { details: { path: string; message: string }[] }
      expect(details.find(({ path }) => path === name)?.message, query).toBe('Send this parameter only once.')
    }
  })

  it.each(['1', String(largestPage(id))])('accepts the limit %s', async (limit) => {
    expect(await browser('GET', `${listOf(operation)}?limit=${limit}`)).toMatchObject({ status: 200 })
  })

  it.each(['', 'x', 'null', '{}', 'eyJwayI6ImEifQ==', 'A'.repeat(60), 'A'.repeat(4_000), '%00', '\u{1F600}'])(
    '400s the cursor %.20j',
    async (cursor) => {
      const response = await browser('GET', `${listOf(operation)}?${queryOf('cursor', cursor)}`)
      expect(response).toMatchObject(refusal('invalid_cursor'))
    },
  )

  it('400s the cursor of every other list', async () => {
    for (const [other, cursor] of Object.entries(cursors)) {
      const response = await browser('GET', `${listOf(operation)}?${queryOf('cursor', cursor)}`)
      expect(response, other).toMatchObject(other === id ? { status: 200 } : refusal('invalid_cursor'))
    }
  })

  it.each(['surprise', '__proto__', 'constructor', 'Limit', 'limit[]'])(
    '400s the unknown query parameter %s',
    async (name) => {
      const response = await browser('GET', `${listOf(operation)}?${queryOf(name, '1')}`)
      expect(response).toMatchObject(refusal('invalid_request', name))
    },
  )
})

describe('the lists', () => {
  it('are the operations whose success has a next cursor', () => {
    const hasNextCursor = ({ success }: Operation) =>
      'body' in success && 'nextCursor' in ((success.body() as { shape?: object }).shape ?? {})
    // The feed continues with `after`.
    const others = allOperations.filter(({ query }) => !(query && 'after' in query().shape))
    expect(lists.map(([id]) => id)).toEqual(others.filter(hasNextCursor).map(({ id }) => id))
  })

  it('of goals, their histories, labels, views, deliveries and the audit log have a second page here', () => {
    const listed = [
      'listAuditEntries',
      'listGoalEdits',
      'listGoalLabels',
      'listGoalUpdateAcknowledgements',
      'listGoalUpdates',
      'listGoalViews',
      'listGoals',
      'listWebhookDeliveries',
    ]
    expect(Object.keys(cursors).sort()).toEqual(listed)
  })
})
