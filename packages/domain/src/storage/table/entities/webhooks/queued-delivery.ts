import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { deliveryPartition } from './webhook-delivery.ts'

/** A pending delivery in the queue of its webhook, in the order of the events. */
export const queuedDeliveryEntity = lazyEntity({
  model: { entity: 'queuedDelivery', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    webhookKey: { type: 'string', field: 'w', required: true },
    /** The delivery's. */
    sequence: { type: 'number', field: 's', required: true, padding: { length: 12, char: '0' } },
    deliveryId: { type: 'string', field: 'd', required: true },
    /** The goal of its event, or empty. Deliveries with one ordering key keep their order. */
    orderingKey: { type: 'string', field: 'l', required: true },
    /** The next attempt, in Unix milliseconds; 0 before the first. */
    nextAttemptAt: { type: 'number', field: 't', required: true },
    /** The webhook's `recoveries` at the last attempt. */
    recoveries: { type: 'number', field: 'r', required: true },
  },
  indexes: {
    record: {
      pk: deliveryPartition,
      sk: { field: 'sk', composite: ['sequence'], template: 'q#${sequence}', casing: 'none' },
    },
  },
})

export type QueuedDeliveryRecord = EntityItem<typeof queuedDeliveryEntity>
