import type { EventType } from '@cairn/contract/schemas/feed/events'
import type { FailingReason, Webhook, WebhookFormat, WebhookState } from '@cairn/contract/schemas/webhooks'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import type { FeedPosition } from '../../../../events/feed/position.ts'
import { lazyEntity } from '../../lazy-entity.ts'
import { dueIndex, timerAttributes } from '../due/due-index.ts'

/** The worker that delivers the events of a webhook. Nobody else does until `expiresAt`, in Unix milliseconds. */
export type DeliveryLease = { id: string; expiresAt: number }

export const webhookPartition = {
  field: 'pk',
  composite: ['organizationKey'],
  template: 'h#${organizationKey}',
  casing: 'none',
} as const

/**
 * A webhook of an organization: its settings, and how far its deliveries are. Administrators and the worker both change it,
 * so every write replaces the whole record if its `version` has not changed since it was read.
 */
export const webhookEntity = lazyEntity({
  model: { entity: 'webhook', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    webhookKey: { type: 'string', field: 'w', required: true },
    /** Advances with every write. */
    version: { type: 'number', field: 'v', required: true },
    /** `deleted`: nobody sees it any longer, and the worker deletes its deliveries and then the record. */
    state: { type: CustomAttributeType<WebhookState | 'deleted'>('string'), required: true },
    pausedReason: { type: CustomAttributeType<NonNullable<Webhook['pausedReason']>>('string') },
    url: { type: 'string', required: true },
    description: { type: 'string' },
    /** Absent: all types, also those that later versions add. */
    types: { type: CustomAttributeType<EventType[]>('any') },
    format: { type: CustomAttributeType<WebhookFormat>('string'), required: true },
    /** Signs deliveries, so it cannot be stored as a hash. Empty once the webhook is deleted. */
    secret: { type: 'string', required: true },
    previousSecret: { type: CustomAttributeType<{ secret: string; expiresAt: string }>('any') },
    /** The first failure since the last success; of a webhook that is failing because it is slow, since when it is. */
    failingSince: { type: 'string' },
    /** Of a webhook that is failing, or was paused after that. Absent: errors. */
    failingReason: { type: CustomAttributeType<FailingReason>('string') },
    /** Failed attempts since the last success. */
    failures: { type: 'number', required: true },
    /** Deliveries that the receiver accepted slowly, since the last one that it accepted quickly. Absent: none. */
    slowAnswers: { type: 'number' },
    /** Of a failing webhook with slow answers: nothing is tried before this time, in Unix milliseconds. */
    notBefore: { type: 'number' },
    lastDeliveredAt: { type: 'string' },
    /** The time at which an administrator last resumed it. */
    resumedAt: { type: 'string' },
    /** The position in the feed up to which events were taken. */
    position: { type: CustomAttributeType<FeedPosition>('any'), required: true },
    /** The number of the last delivery of an event. */
    sequence: { type: 'number', required: true },
    /** How often it recovered: whatever failed before is due at once. */
    recoveries: { type: 'number', required: true },
    lease: { type: CustomAttributeType<DeliveryLease>('any') },
    /** Whether there may be new events that the holder of the lease has not seen. */
    isAwaited: { type: CustomAttributeType<true>('boolean') },
    /** Present while the administrators have yet to be told that it was paused: until when, in Unix milliseconds. */
    announceUntil: { type: 'number' },
    createdAt: { type: 'string', required: true },
    createdByUserId: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
    ...timerAttributes,
  },
  indexes: {
    record: {
      pk: webhookPartition,
      sk: { field: 'sk', composite: ['webhookKey'], template: 'w#${webhookKey}', casing: 'none' },
    },
    due: dueIndex('webhookKey'),
  },
})

export type WebhookRecord = EntityItem<typeof webhookEntity>
