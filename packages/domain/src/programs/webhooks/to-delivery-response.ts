import type { WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import type { WebhookDeliveryRecord } from '../../storage/table/entities/webhooks/webhook-delivery.ts'

/** A delivery as administrators see it. */
export function toDeliveryResponse(record: WebhookDeliveryRecord): WebhookDelivery {
  const { event } = record
  return {
    id: record.deliveryId,
    eventId: event.id,
    type: event.type,
    goal: event.goal,
    state: record.state,
    attempts: record.attempts,
    attemptCount: record.attemptCount,
    nextAttemptAt: record.nextAttemptAt ?? null,
    createdAt: record.createdAt,
  }
}
