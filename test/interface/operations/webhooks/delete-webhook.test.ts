import { expect, it } from 'vitest'
import { unknownId } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { createWebhook, startWebhooks, webhooksOf } from './support/start.ts'

const { service, ada, bob } = await startWebhooks()

it('204s once of many at once, and then every operation on it 404s', async () => {
  const { id, secret } = await createWebhook(ada)
  const params = { webhookId: id }
  await ada.api.testWebhook({ params })
  const responses = await allAtOnce(6, (index) => (index % 2 ? ada : bob).api.deleteWebhook({ params }))
  expect(tally(responses)).toEqual({ ok: 1, '404 webhook_not_found': 5 })
  const requests = [
    () => ada.api.getWebhook({ params }),
    () => ada.api.updateWebhook({ params, body: { state: 'active' } }),
    () => ada.api.rotateWebhookSecret({ params }),
    () => ada.api.testWebhook({ params }),
    () => ada.api.listWebhookDeliveries({ params }),
    () => ada.api.retryWebhookDelivery({ params: { ...params, deliveryId: unknownId } }),
    () => ada.api.deleteWebhook({ params }),
  ]
  for (const request of requests) expect(await outcomeOf(request())).toBe('404 webhook_not_found')
  expect(await webhooksOf(ada)).toEqual([])
  const content = await expectSoundTable(service.table.database)
  expect(JSON.stringify(content)).not.toContain(secret)
})

it('keeps the count of webhooks exact', async () => {
  const { id } = await createWebhook(ada)
  await createWebhook(ada)
  await ada.api.deleteWebhook({ params: { webhookId: id } })
  const { webhookCount } = await readTable(service.table.database)
  expect(webhookCount).toMatchObject([{ count: 1 }])
})
