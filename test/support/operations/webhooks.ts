import { expect } from 'vitest'
import type { World } from '../people/world.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

/** Nothing listens there, so deliveries fail at once. */
const nobodysUrl = 'http://127.0.0.1:1024/hooks'

/** An organization has at most 20, so old ones go. */
async function newWebhook({ owner: { api } }: World): Promise<string> {
  const { webhooks } = await api.listWebhooks()
  for (const { id } of webhooks.slice(0, -10)) await api.deleteWebhook({ params: { webhookId: id } })
  return (await api.createWebhook({ body: { url: nobodysUrl } })).webhook.id
}

const webhookIn = async (world: World) => world.once('webhook', () => newWebhook(world))
const webhookParams = async (world: World) => ({ webhookId: await webhookIn(world) })

const deliveryIn = async (world: World) => {
  const params = await webhookParams(world)
  const create = async () => (await world.owner.api.testWebhook({ params })).delivery.id
  return { ...params, deliveryId: await world.once('delivery', create) }
}

const stored = async ({ owner }: World, webhookId = '') =>
  (await owner.api.getWebhook({ params: { webhookId } })).webhook

export const webhooks: ExamplesOf<'webhooks'> = {
  listWebhooks: { access: 'administration', request: nothing },
  createWebhook: {
    access: 'administration',
    request: async ({ world }) => {
      await newWebhook(world)
      return { body: { url: `${nobodysUrl}/${world.next()}`, types: ['goal.reported'] } }
    },
    effect: async (done) => {
      const { webhooks } = await done.world.owner.api.listWebhooks()
      const created = webhooks.filter(({ url }) => url === fieldsOf(done).url)
      // Without a key, a repeated request creates another webhook if the first response was lost.
      const maximum = done.request.headers?.['idempotency-key'] ? 1 : 2
      expect(created.length).toBeGreaterThanOrEqual(1)
      expect(created.length).toBeLessThanOrEqual(maximum)
    },
    alreadyDone: ['idempotency_secret_gone'],
  },
  getWebhook: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await webhookParams(world) }),
  },
  updateWebhook: {
    access: 'webhook',
    request: async ({ world }) => ({
      params: await webhookParams(world),
      body: { description: `Number ${world.next()}`, state: 'paused' },
    }),
    effect: async (done) =>
      expect(await stored(done.world, done.request.params?.webhookId)).toMatchObject(fieldsOf(done)),
  },
  deleteWebhook: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await webhookParams(world) }),
    effect: async ({ world, request }) => {
      const { webhooks } = await world.owner.api.listWebhooks()
      expect(webhooks.map(({ id }) => id)).not.toContain(request.params?.webhookId)
    },
    alreadyDone: ['webhook_not_found'],
  },
  rotateWebhookSecret: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await webhookParams(world) }),
    effect: async ({ world, request }) => {
      const { previousSecretExpiresAt } = await stored(world, request.params?.webhookId)
      expect(previousSecretExpiresAt).not.toBeNull()
    },
  },
  testWebhook: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await webhookParams(world) }),
    effect: async ({ world, request, body }) => {
      const { deliveries } = await world.owner.api.listWebhookDeliveries({
        params: { webhookId: request.params?.webhookId ?? '' },
      })
      expect(deliveries[0]).toMatchObject({ type: 'webhook.test', ...body?.delivery })
    },
  },
  listWebhookDeliveries: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await webhookParams(world) }),
  },
  retryWebhookDelivery: {
    access: 'webhook',
    request: async ({ world }) => ({ params: await deliveryIn(world) }),
    effect: async ({ world, request }) => {
      const { deliveries } = await world.owner.api.listWebhookDeliveries({
        params: { webhookId: request.params?.webhookId ?? '' },
      })
      const tried = deliveries.find(({ id }) => id === request.params?.deliveryId)
      expect(tried?.attemptCount).toBeGreaterThan(1)
    },
  },
}
