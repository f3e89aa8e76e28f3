/** One step of a worker: an attempt, and the write of what came of it. */
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { WebhookAttempt } from '@cairn/contract/schemas/webhooks'
import type { FeedEvent } from '../../events/feed/read-feed.ts'
import { readDelivery } from '../../programs/webhooks/record/record-by-hand.ts'
import { timestampOf } from '../../requests/context.ts'
import {
  type QueuedDeliveryRecord,
  queuedDeliveryEntity,
} from '../../storage/table/entities/webhooks/queued-delivery.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import {
  type WebhookDeliveryRecord,
  webhookDeliveryEntity,
} from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { newTimeOrderedId } from '../../storage/table/time-ordered-id.ts'
import { attemptDelivery, isDelivered } from './attempt.ts'
import { type LeasedWebhook, writeLeased } from './lease.ts'
import { orderingKeyOf } from './queue.ts'
import type { DeliveryServices, WebhookStateChange } from './services.ts'
import { afterAttempt, afterFailure, afterSuccess, attemptMilliseconds } from './state.ts'
import { stateChangeOf } from './state-change.ts'

/** Tries a new event. If it fails, it becomes pending. */
export async function deliverEvent(
  services: DeliveryServices,
  worker: LeasedWebhook,
  next: FeedEvent,
): Promise<void> {
  const now = services.clock()
  const tried = await attempt(services, worker, next.event, now)
  await recordNew(services, worker, next, now, tried)
}

/** Lets a new event wait behind pending ones with its ordering key. */
export async function queueEvent(
  services: DeliveryServices,
  worker: LeasedWebhook,
  next: FeedEvent,
): Promise<void> {
  await recordNew(services, worker, next, services.clock(), undefined)
}

/** Tries a pending delivery again. */
export async function deliverQueued(
  services: DeliveryServices,
  worker: LeasedWebhook,
  queued: QueuedDeliveryRecord,
): Promise<void> {
  const { database } = services
  const now = services.clock()
  const read = () => readDelivery(database, queued, queued.deliveryId)
  const delivery = await read()
  // An administrator may have delivered it by hand just now.
  if (delivery?.state !== 'pending') {
    await writeLeased(services, worker, () => ({ changes: {}, beside: { queued: dequeue(queued) } }))
    forget(worker, queued)
    return
  }
  const tried = await attempt(services, worker, delivery.event, now)
  let known: WebhookDeliveryRecord | null = delivery
  let after: QueuedDeliveryRecord | undefined
  let change: WebhookStateChange | undefined
  await writeLeased(services, worker, async (webhook) => {
    const before = known ?? (await read())
    known = null
    const changes = changesAfter(webhook, tried, now)
    change = stateChangeOf(webhook, changes, tried)
    if (before?.state !== 'pending') {
      after = undefined
      return { changes, beside: { queued: dequeue(queued) } }
    }
    const next = afterAttempt(before, tried, { ...webhook, ...changes }, now)
    after = next.state === 'pending' ? queuedOf(next, webhook) : undefined
    return {
      changes,
      beside: {
        delivery: {
          Put: webhookDeliveryEntity.put(next).where(({ version }, { eq }) => eq(version, before.version)),
        },
        queued: after ? { Put: queuedDeliveryEntity.put(after) } : dequeue(queued),
      },
    }
  })
  if (change) services.onStateChange?.(change)
  if (after)
    worker.queue = worker.queue.map((one) => (one.sequence === queued.sequence && after ? after : one))
  else forget(worker, queued)
}

async function attempt(
  services: DeliveryServices,
  worker: LeasedWebhook,
  event: WebhookDeliveryRecord['event'],
  now: Date,
): Promise<WebhookAttempt> {
  const options = { limitMilliseconds: attemptMilliseconds, signal: services.signal }
  const tried = await attemptDelivery(services, worker.webhook, event, now, options)
  worker.lastMilliseconds = tried.durationMilliseconds
  return tried
}

const changesAfter = (webhook: WebhookRecord, tried: WebhookAttempt, now: Date) =>
  isDelivered(tried) ? afterSuccess(webhook, tried, now) : afterFailure(webhook, tried, now)

/** @param tried  Undefined if the event has to wait. */
async function recordNew(
  services: DeliveryServices,
  worker: LeasedWebhook,
  { event, position }: FeedEvent,
  now: Date,
  tried: WebhookAttempt | undefined,
): Promise<void> {
  worker.position = position
  let queued: QueuedDeliveryRecord | undefined
  let change: WebhookStateChange | undefined
  await writeLeased(services, worker, (webhook) => {
    const created = newDelivery(webhook, event, now)
    const changes = tried ? changesAfter(webhook, tried, now) : {}
    change = tried && stateChangeOf(webhook, changes, tried)
    const delivery = tried ? afterAttempt(created, tried, { ...webhook, ...changes }, now) : created
    queued = delivery.state === 'pending' ? queuedOf(delivery, webhook) : undefined
    return {
      changes: { ...changes, sequence: webhook.sequence + 1 },
      beside: {
        delivery: { Put: webhookDeliveryEntity.create(delivery) },
        queued: queued && { Put: queuedDeliveryEntity.create(queued) },
      },
    }
  })
  if (change) services.onStateChange?.(change)
  if (queued) worker.queue.push(queued)
}

/** A delivery that was not tried yet. */
function newDelivery(
  { organizationKey, webhookKey, sequence: last }: WebhookRecord,
  event: Event,
  now: Date,
): WebhookDeliveryRecord {
  const sequence = last + 1
  return {
    organizationKey,
    webhookKey,
    deliveryId: newTimeOrderedId(now, sequence),
    sequence,
    version: 1,
    state: 'pending',
    event,
    attempts: [],
    attemptCount: 0,
    createdAt: timestampOf(now),
  }
}

function queuedOf(
  { organizationKey, webhookKey, sequence = 0, deliveryId, event, nextAttemptAt }: WebhookDeliveryRecord,
  { recoveries }: WebhookRecord,
): QueuedDeliveryRecord {
  return {
    organizationKey,
    webhookKey,
    sequence,
    deliveryId,
    orderingKey: orderingKeyOf(event),
    nextAttemptAt: nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt),
    recoveries,
  }
}

function dequeue({ organizationKey, webhookKey, sequence }: QueuedDeliveryRecord) {
  return { Delete: queuedDeliveryEntity.delete({ organizationKey, webhookKey, sequence }) }
}

function forget(worker: LeasedWebhook, { sequence }: QueuedDeliveryRecord): void {
  worker.queue = worker.queue.filter((one) => one.sequence !== sequence)
}
