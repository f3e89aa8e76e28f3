import { eventTypes } from '@cairn/contract/schemas/feed/events'
import type { Webhook } from '@cairn/contract/schemas/webhooks'
import { failingReasonOf } from '../../background/deliveries/state.ts'
import { timestampOf } from '../../requests/context.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import { longId } from '../../storage/table/short-id.ts'

/** A webhook as administrators see it, without its secrets. */
export function toWebhookResponse(record: WebhookRecord, now: Date): Webhook {
  const { state, previousSecret } = record
  if (state === 'deleted') throw new Error('A deleted webhook is shown to nobody.')
  const overlaps = previousSecret !== undefined && previousSecret.expiresAt > timestampOf(now)
  return {
    id: longId(record.webhookKey),
    url: record.url,
    description: record.description ?? null,
    types: record.types ?? [...eventTypes],
    format: record.format,
    state,
    pausedReason: record.pausedReason ?? null,
    failingReason: failingReasonOf(record),
    // A single failure does not make it failing yet.
    failingSince: state === 'active' ? null : (record.failingSince ?? null),
    lastDeliveredAt: record.lastDeliveredAt ?? null,
    previousSecretExpiresAt: overlaps ? previousSecret.expiresAt : null,
    createdAt: record.createdAt,
    createdByUserId: record.createdByUserId,
    updatedAt: record.updatedAt,
  }
}
