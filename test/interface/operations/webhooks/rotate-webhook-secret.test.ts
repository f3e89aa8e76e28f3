import { expect, it } from 'vitest'
import { createWebhook, startWebhooks } from './support/start.ts'

const { ada, bob, clock } = await startWebhooks()
const created = await createWebhook(ada)
const params = { webhookId: created.id }
const hour = 60 * 60 * 1000

it('200s with a new secret each time, and says how long the old one signs', async () => {
  const secrets = new Set([created.secret])
  for (const by of [ada, bob]) {
    const { webhook, secret } = await by.api.rotateWebhookSecret({ params })
    secrets.add(secret)
    const expected = new Date(clock.read().getTime() + 24 * hour).toISOString()
    expect(webhook.previousSecretExpiresAt).toBe(expected)
  }
  expect(secrets.size).toBe(3)
  clock.advance({ milliseconds: 24 * hour - 1 })
  expect((await ada.api.getWebhook({ params })).webhook.previousSecretExpiresAt).not.toBeNull()
  clock.advance({ milliseconds: 1 })
  expect((await ada.api.getWebhook({ params })).webhook.previousSecretExpiresAt).toBeNull()
})
