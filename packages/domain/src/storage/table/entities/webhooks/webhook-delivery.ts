import type { Event } from '@cairn/contract/schemas/feed/events'
import type { WebhookAttempt, WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** The event of a test: it is in no feed. */
export type TestEvent = Omit<Event, 'type' | 'goal' | 'data'> & {
  type: 'webhook.test'
  goal: null
  data: Record<string, never>
}

export type DeliveredEvent = Event | TestEvent

export const deliveryPartition = {
  field: 'pk',
  composite: ['organizationKey', 'webhookKey'],
  template: 'h#${organizationKey}#${webhookKey}',
  casing: 'none',
} as const

/** The delivery of an event to a webhook, in the webhook's log. */
export const webhookDeliveryEntity = lazyEntity({
  model: { entity: 'webhookDelivery', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    webhookKey: { type: 'string', field: 'w', required: true },
    /** A UUID of version 7: ids sort by time. */
    deliveryId: { type: 'string', field: 'd', required: true },
    /** Its place in the order of the webhook's deliveries. Absent for tests. */
    sequence: { type: 'number' },
    /** Advances with every write. */
    version: { type: 'number', field: 'v', required: true },
    state: { type: CustomAttributeType<WebhookDelivery['state']>('string'), required: true },
    event: { type: CustomAttributeType<DeliveredEvent>('any'), required: true },
    /** The last ones, newest first. */
    attempts: { type: CustomAttributeType<WebhookAttempt[]>('any'), required: true },
    attemptCount: { type: 'number', required: true },
    nextAttemptAt: { type: 'string' },
    createdAt: { type: 'string', required: true },
    /** Absent while it is pending. */
    expiresAt: { type: 'string' },
    ttl: { type: 'number' },
  },
  indexes: {
    record: {
      pk: deliveryPartition,
      sk: { field: 'sk', composite: ['deliveryId'], template: 'd#${deliveryId}', casing: 'none' },
    },
  },
})

export type WebhookDeliveryRecord = EntityItem<typeof webhookDeliveryEntity>
