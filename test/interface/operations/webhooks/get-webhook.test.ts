import { expect, it } from 'vitest'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createWebhook, startWebhooks } from './support/start.ts'

const { ada, bob, cem, sam, send } = await startWebhooks()
const { secret: _, ...webhook } = await createWebhook(ada, { description: 'Team' })
const params = { webhookId: webhook.id }

it('200s owner and admin, with the id in any letter case', async () => {
  for (const by of [ada, bob]) expect(await by.api.getWebhook({ params })).toEqual({ webhook })
  const response = await send('GET', `/v1/webhooks/${webhook.id.toUpperCase()}`)
  expect(response.body).toEqual({ webhook })
})

it('403s a member, also for a webhook that does not exist', async () => {
  for (const webhookId of [webhook.id, unknownId]) {
    expect(await outcomeOf(cem.api.getWebhook({ params: { webhookId } }))).toBe(
      '403 organization_admin_required',
    )
  }
})

it('404s a webhook of another organization, an unknown id and a malformed one', async () => {
  expect(await outcomeOf(sam.api.getWebhook({ params }))).toBe('404 webhook_not_found')
  for (const id of [unknownId, 'nothing', 'a%20b']) {
    expect(await send('GET', `/v1/webhooks/${id}`)).toMatchObject(refusal('webhook_not_found'))
  }
})
