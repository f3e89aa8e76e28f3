import { eventTypes } from '@cairn/contract/schemas/feed/events'
import { maximumWebhooksPerOrganization } from '@cairn/contract/schemas/webhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, tally } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { createWebhook, deadUrl, startWebhooks, webhooksOf } from './support/start.ts'

const { service, send, ada, bob, sam, clock } = await startWebhooks()
afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const remove = async (webhookId: string) => ada.api.deleteWebhook({ params: { webhookId } })

describe('creating a webhook', () => {
  it('201s with the webhook and its secret, for owner and admin', async () => {
    for (const by of [ada, bob]) {
      const { webhook, secret } = await by.api.createWebhook({ body: { url: ` ${deadUrl} ` } })
      expect(webhook).toEqual({
        id: webhook.id,
        url: deadUrl,
        description: null,
        types: eventTypes,
        format: 'standard',
        state: 'active',
        pausedReason: null,
        failingReason: null,
        failingSince: null,
        lastDeliveredAt: null,
        previousSecretExpiresAt: null,
        createdAt: clock.timestamp,
        createdByUserId: by.userId,
        updatedAt: clock.timestamp,
      })
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(await webhooksOf(ada)).toEqual([webhook])
      await remove(webhook.id)
    }
  })

  it('keeps types, format and description', async () => {
    const fields = { types: ['goal.reported' as const], format: 'slack' as const, description: 'Team' }
    const { id } = await createWebhook(ada, fields)
    expect((await ada.api.getWebhook({ params: { webhookId: id } })).webhook).toMatchObject(fields)
    await remove(id)
  })

  it('never shows a secret again, in no list and no other response', async () => {
    const { id, secret } = await createWebhook(ada)
    for (const path of ['/v1/webhooks', `/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`]) {
      const { status, text } = await send('GET', path)
      expect(status).toBe(200)
      expect(text).not.toContain('whsec_')
      expect(text).not.toContain(secret.slice(6))
    }
    const patched = await send('PATCH', `/v1/webhooks/${id}`, { body: { description: 'Team' } })
    expect(patched.text).not.toContain('whsec_')
    await remove(id)
  })

  it.each([
    ['url', { url: '' }],
    ['url', { url: `https://example.com/${'x'.repeat(2_000)}` }],
    ['url', {}],
    ['types', { url: deadUrl, types: [] }],
    ['types', { url: deadUrl, types: ['goal.reported', 'goal.reported'] }],
    ['types.0', { url: deadUrl, types: ['goal.unknown'] }],
    ['format', { url: deadUrl, format: 'teams' }],
    ['description', { url: deadUrl, description: 'x'.repeat(201) }],
    ['secret', { url: deadUrl, secret: 'whsec_mine' }],
  ])('400s the %s of %.60j', async (field, body) => {
    expect(await send('POST', '/v1/webhooks', { body })).toMatchObject(refusal('invalid_request', field))
  })

  it.each([
    ['another scheme', 'ftp://example.com/hooks', 'Use an https URL.'],
    ['http to the internet', 'http://example.com/hooks', 'Only loopback addresses may use http.'],
    ['no URL', 'example.com/hooks', 'Use a full URL'],
    ['a private address', 'https://10.0.0.1/', 'public internet'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data', 'public internet'],
    ['a name of the network', 'https://intranet/', 'public internet'],
    ['a password', 'https://ann:secret@example.com/', 'Remove the user and password.'],
    ['a fragment', 'https://example.com/#part', 'Remove the part from #'],
    ['a port of another service', 'https://example.com:22/', 'Use port 443'],
  ])('400s %s as invalid_webhook_url and says why', async (_, url, message) => {
    const response = await send('POST', '/v1/webhooks', { body: { url } })
    expect(response).toMatchObject(refusal('invalid_webhook_url'))
    expect(response.body).toMatchObject({ message: expect.stringContaining(message) })
  })
})

describe('the limit', () => {
  it('201s exactly 20 of 40 concurrent requests and 409s the others, until one is deleted', async () => {
    const responses = await allAtOnce(40, (index) => createWebhook(index % 2 ? ada : bob))
    expect(tally(responses)).toEqual({ ok: maximumWebhooksPerOrganization, '409 too_many_webhooks': 20 })
    const webhooks = await webhooksOf(ada)
    expect(webhooks).toHaveLength(maximumWebhooksPerOrganization)

    const [first] = webhooks
    await remove(first?.id ?? '')
    const again = await allAtOnce(5, () => createWebhook(ada))
    expect(tally(again)).toEqual({ ok: 1, '409 too_many_webhooks': 4 })
    expect(await webhooksOf(ada)).toHaveLength(maximumWebhooksPerOrganization)
    await createWebhook(sam)
  })
})
