import { afterAll, beforeEach, expect, it } from 'vitest'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startReceiver, withStatus } from '../../../support/requests/receiver.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { createWebhook, startWebhooks } from './support/start.ts'

const { ada, bob, send, service } = await startWebhooks()
const receiver = stopAfterFile(await startReceiver())
const { id: webhookId } = await createWebhook(ada, { url: receiver.url })
afterAll(async () => {
  await expectSoundTable(service.table.database)
})
beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
})

const tested = async (status = 204) => {
  receiver.answer = withStatus(status)
  const { delivery } = await ada.api.testWebhook({ params: { webhookId } })
  receiver.answer = withStatus(204)
  return delivery
}
const retry = async (deliveryId: string, by = ada) =>
  (await by.api.retryWebhookDelivery({ params: { webhookId, deliveryId } })).delivery

it('200s with a new attempt and the same event id, for owner and admin', async () => {
  const first = await tested(500)
  expect(first.state).toBe('failed')
  for (const [index, by] of [ada, bob].entries()) {
    const delivery = await retry(first.id, by)
    expect(delivery).toMatchObject({ id: first.id, state: 'delivered', attemptCount: index + 2 })
    expect(delivery.attempts[0]).toMatchObject({ statusCode: 204, error: null })
    expect(delivery.attempts.at(-1)).toEqual(first.attempts[0])
  }
  const ids = receiver.messages.map(({ id }) => id)
  expect(ids).toEqual([first.eventId, first.eventId, first.eventId])
  const { deliveries } = await ada.api.listWebhookDeliveries({ params: { webhookId } })
  expect(deliveries.filter(({ id }) => id === first.id)).toMatchObject([{ attemptCount: 3 }])
})

it('keeps the last 10 attempts, and what was delivered stays delivered', async () => {
  const { id } = await tested()
  receiver.answer = withStatus(503)
  for (let count = 0; count < 10; count++) await retry(id)
  const delivery = await retry(id)
  expect(delivery).toMatchObject({ state: 'delivered', attemptCount: 12 })
  expect(delivery.attempts.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503))
})

it('records every one of several concurrent retries', async () => {
  const { id } = await tested(500)
  await Promise.all(Array.from({ length: 5 }, () => retry(id)))
  expect(await retry(id)).toMatchObject({ attemptCount: 7 })
})

it('404s an unknown delivery and one of another webhook', async () => {
  const { id } = await tested()
  receiver.messages.length = 0
  expect(await outcomeOf(retry(unknownId))).toBe('404 webhook_delivery_not_found')
  const other = await createWebhook(ada, { url: receiver.url })
  const path = (webhook: string, delivery: string) => `/v1/webhooks/${webhook}/deliveries/${delivery}/retry`
  expect(await send('POST', path(other.id, id))).toMatchObject(refusal('webhook_delivery_not_found'))
  expect(await send('POST', path('nothing', 'nothing'))).toMatchObject(refusal('webhook_delivery_not_found'))
  expect(receiver.messages).toEqual([])
})
