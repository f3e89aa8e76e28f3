import { expect, it } from 'vitest'
import { signInAgain } from '../../../support/people/sign-in.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startReceiver } from '../../../support/requests/receiver.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createWebhook, startWebhooks } from './support/start.ts'

const { ada, bob, clock, service } = await startWebhooks()
const receiver = stopAfterFile(await startReceiver())
const { id: webhookId } = await createWebhook(ada, { url: receiver.url })
const { id: otherId } = await createWebhook(ada, { url: receiver.url })
const params = { webhookId }
const ids: string[] = []
for (let count = 0; count < 5; count++) {
  ids.unshift((await ada.api.testWebhook({ params })).delivery.id)
  clock.advance({ milliseconds: count === 2 ? 0 : 1 })
}

it('200s the deliveries of one webhook, newest first, in pages', async () => {
  expect(await ada.api.listWebhookDeliveries({ params: { webhookId: otherId } })).toEqual({
    deliveries: [],
    nextCursor: null,
  })
  const all = await bob.api.listWebhookDeliveries({ params })
  expect(all.deliveries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const times = all.deliveries.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())

  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await ada.api.listWebhookDeliveries({ params, query: { limit: 2, cursor } })
    paged.push(...page.deliveries.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(paged).toEqual(all.deliveries.map(({ id }) => id))
})

it('400s the cursor of another webhook', async () => {
  const { nextCursor } = await ada.api.listWebhookDeliveries({ params, query: { limit: 1 } })
  const request = { params: { webhookId: otherId }, query: { cursor: nextCursor ?? '' } }
  expect(await outcomeOf(ada.api.listWebhookDeliveries(request))).toBe('400 invalid_cursor')
})

it('leaves out what is older than 30 days, whether or not the table has deleted it', async () => {
  clock.advance({ days: 30, milliseconds: -2 })
  const again = await signInAgain(service, { email: ada.email, displayName: 'Ada' })
  const { deliveries } = await again.api.listWebhookDeliveries({ params })
  expect(deliveries.length).toBeLessThan(ids.length)
  expect(deliveries.length).toBeGreaterThan(0)
  clock.advance({ milliseconds: 10 })
  expect((await again.api.listWebhookDeliveries({ params })).deliveries).toEqual([])
})
