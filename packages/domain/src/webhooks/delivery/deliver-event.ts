/** One step of a worker: an attempt, and the write of what came of it. */
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { WebhookAttempt } from '@cairn/contract/schemas/webhooks'
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import type { FeedEvent } from '../../events/feed/read-feed.ts'
import {
  type QueuedDeliveryRecord,
  queuedDeliveryEntity,
} from '../../table/entities/webhooks/queued-delivery.ts'
import type { WebhookRecord } from '../../table/entities/webhooks/webhook.ts'
import {
  type WebhookDeliveryRecord,
  webhookDeliveryEntity,
} from '../../table/entities/webhooks/webhook-delivery.ts'
import { createRecord, deleteRecord, putRecord } from '../../table/entity/writes.ts'
import { newTimeOrderedId } from '../../table/time-ordered-id.ts'
import { readDelivery } from '../record/record-by-hand.ts'
import { attemptDelivery, isDelivered } from './attempt.ts'
import { type Held, writeHeld } from './lease.ts'
import { attemptMilliseconds } from './pauses.ts'
import { laneOf } from './queue.ts'
import type { DeliveryServices } from './services.ts'
import { afterAttempt, afterFailure, afterSuccess } from './state.ts'

/** Tries a new event. If it fails, it becomes pending. */
export async function deliverEvent(services: DeliveryServices, worker: Held, next: FeedEvent): Promise<void> {
  const now = services.clock()
  const tried = await attempt(services, worker, next.event, now)
  await recordNew(services, worker, next, now, tried)
}

/** Lets a new event wait behind pending ones of its lane. */
export async function queueEvent(services: DeliveryServices, worker: Held, next: FeedEvent): Promise<void> {
  await recordNew(services, worker, next, services.clock(), undefined)
}

/** Tries a pending delivery again. */
export async function deliverQueued(
  services: DeliveryServices,
  worker: Held,
  queued: QueuedDeliveryRecord,
): Promise<void> {
  const { database } = services
  const now = services.clock()
  const read = () => readDelivery(database, queued, queued.deliveryId)
  const delivery = await read()
  // An administrator may have delivered it by hand just now.
  if (delivery?.state !== 'pending') {
    await writeHeld(services, worker, () => ({ changes: {}, beside: { queued: dequeue(database, queued) } }))
    forget(worker, queued)
    return
  }
  const tried = await attempt(services, worker, delivery.event, now)
  let known: WebhookDeliveryRecord | null = delivery
  let after: QueuedDeliveryRecord | undefined
  await writeHeld(services, worker, async (webhook) => {
    const before = known ?? (await read())
    known = null
    const changes = changesAfter(webhook, tried, now)
    if (before?.state !== 'pending') {
      after = undefined
      return { changes, beside: { queued: dequeue(database, queued) } }
    }
    const next = afterAttempt(before, tried, { ...webhook, ...changes }, now)
    after = next.state === 'pending' ? queuedOf(next, webhook) : undefined
    return {
      changes,
      beside: {
        delivery: putRecord(database, webhookDeliveryEntity, next, ({ version }, { eq }) =>
          eq(version, before.version),
        ),
        queued: after ? putRecord(database, queuedDeliveryEntity, after) : dequeue(database, queued),
      },
    }
  })
  if (after)
    worker.queue = worker.queue.map((one) => (one.sequence === queued.sequence && after ? after : one))
  else forget(worker, queued)
}

const attempt = (
  services: DeliveryServices,
  { webhook }: Held,
  event: WebhookDeliveryRecord['event'],
  now: Date,
): Promise<WebhookAttempt> =>
  attemptDelivery(services, webhook, event, now, {
    limitMilliseconds: attemptMilliseconds,
    signal: services.signal,
  })

const changesAfter = (webhook: WebhookRecord, tried: WebhookAttempt, now: Date) =>
  isDelivered(tried) ? afterSuccess(webhook, now) : afterFailure(webhook, tried, now)

/** @param tried  Undefined if the event has to wait. */
async function recordNew(
  services: DeliveryServices,
  worker: Held,
  { event, position }: FeedEvent,
  now: Date,
  tried: WebhookAttempt | undefined,
): Promise<void> {
  const { database } = services
  worker.position = position
  let queued: QueuedDeliveryRecord | undefined
  await writeHeld(services, worker, (webhook) => {
    const created = newDelivery(webhook, event, now)
    const changes = tried ? changesAfter(webhook, tried, now) : {}
    const delivery = tried ? afterAttempt(created, tried, { ...webhook, ...changes }, now) : created
    queued = delivery.state === 'pending' ? queuedOf(delivery, webhook) : undefined
    return {
      changes: { ...changes, sequence: webhook.sequence + 1 },
      beside: {
        delivery: createRecord(database, webhookDeliveryEntity, delivery),
        queued: queued && createRecord(database, queuedDeliveryEntity, queued),
      },
    }
  })
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
    lane: laneOf(event),
    nextAttemptAt: nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt),
    recoveries,
  }
}

function dequeue(database: Database, { organizationKey, webhookKey, sequence }: QueuedDeliveryRecord) {
  return deleteRecord(database, queuedDeliveryEntity, { organizationKey, webhookKey, sequence })
}

function forget(worker: Held, { sequence }: QueuedDeliveryRecord): void {
  worker.queue = worker.queue.filter((one) => one.sequence !== sequence)
}
