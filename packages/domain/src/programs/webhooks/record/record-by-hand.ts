/** Records what administrators have delivered by hand: tests, and retries. */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { WebhookAttempt } from '@cairn/contract/schemas/webhooks'
import { isDelivered } from '../../../background/deliveries/attempt.ts'
import { afterSuccess, ended, withAttempt } from '../../../background/deliveries/state.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { queuedDeliveryEntity } from '../../../storage/table/entities/webhooks/queued-delivery.ts'
import { type WebhookRecord, webhookEntity } from '../../../storage/table/entities/webhooks/webhook.ts'
import {
  type WebhookDeliveryRecord,
  webhookDeliveryEntity,
} from '../../../storage/table/entities/webhooks/webhook-delivery.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { replaceWebhook, requireWebhook, type WebhookKey, webhookTimer } from './webhook-record.ts'

/**
 * Returns the write that goes with an attempt by hand. A success shows that a failing receiver has recovered. A failure counts
 * for nothing: the person sees it. Both fail if the webhook is deleted, so that no record of it remains.
 */
function webhookAfter(webhook: WebhookRecord, attempt: WebhookAttempt, now: Date): TransactionItem {
  if (!isDelivered(attempt)) {
    const { organizationKey, webhookKey } = webhook
    // A deleted webhook has no secret.
    return {
      ConditionCheck: webhookEntity
        .remove({ organizationKey, webhookKey })
        .where(({ secret }, { gt }) => gt(secret, '')),
    }
  }
  const changes = afterSuccess(webhook, attempt, now)
  // Whatever waits is due at once, and the administrators are told at once if it was paused.
  return replaceWebhook(webhook, {
    ...changes,
    ...(changes.state !== undefined && webhookTimer(webhook, now.getTime())),
  })
}

async function readAgain(database: Database, { organizationKey, webhookKey }: WebhookKey) {
  const webhook = await readRecord(database, webhookEntity, { organizationKey, webhookKey })
  return requireWebhook(webhook?.state === 'deleted' ? null : webhook)
}

/** Adds the delivery of a test to the log. */
export async function recordTest(
  database: Database,
  read: WebhookRecord,
  delivery: WebhookDeliveryRecord,
  attempt: WebhookAttempt,
  now: Date,
): Promise<WebhookDeliveryRecord> {
  const done = ended(withAttempt(delivery, attempt), isDelivered(attempt) ? 'delivered' : 'failed', now)
  let webhook = read
  return retryOnLostRace(database, async () => {
    const failed = await transact(database, {
      webhook: webhookAfter(webhook, attempt, now),
      delivery: { Put: webhookDeliveryEntity.create(done) },
    })
    if (failed.length === 0) return done
    webhook = await readAgain(database, webhook)
    return lostRace
  })
}

/** Returns a delivery of the log. Strongly consistent. */
export async function readDelivery(
  database: Database,
  { organizationKey, webhookKey }: WebhookKey,
  deliveryId: string,
): Promise<WebhookDeliveryRecord | null> {
  return readRecord(database, webhookDeliveryEntity, { organizationKey, webhookKey, deliveryId })
}

export function deliveryNotFound(): ServiceError {
  return new ServiceError('webhook_delivery_not_found', 'The webhook has no delivery with this id.')
}

/**
 * Adds an attempt to a delivery. A success ends one that was pending or given up; a failure changes neither its state nor its
 * next attempt.
 */
export async function recordRetry(
  database: Database,
  read: { webhook: WebhookRecord; delivery: WebhookDeliveryRecord },
  attempt: WebhookAttempt,
  now: Date,
): Promise<WebhookDeliveryRecord> {
  let { webhook, delivery } = read
  return retryOnLostRace(database, async () => {
    const { organizationKey, webhookKey, sequence, version } = delivery
    const tried = withAttempt(delivery, attempt)
    const done = isDelivered(attempt) ? ended(tried, 'delivered', now) : tried
    const isQueued = delivery.state === 'pending' && done.state !== 'pending' && sequence !== undefined
    const failed = await transact(database, {
      webhook: webhookAfter(webhook, attempt, now),
      delivery: {
        Put: webhookDeliveryEntity.put(done).where((stored, { eq }) => eq(stored.version, version)),
      },
      queued: isQueued
        ? { Delete: queuedDeliveryEntity.delete({ organizationKey, webhookKey, sequence }) }
        : undefined,
    })
    if (failed.length === 0) return done
    const [webhookNow, deliveryNow] = await Promise.all([
      readAgain(database, webhook),
      readDelivery(database, webhook, delivery.deliveryId),
    ])
    if (!deliveryNow) throw deliveryNotFound()
    webhook = webhookNow
    delivery = deliveryNow
    return lostRace
  })
}
