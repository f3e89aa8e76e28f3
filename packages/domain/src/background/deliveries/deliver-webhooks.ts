import { randomUUID } from 'node:crypto'
import { type FeedEvent, readFeed } from '../../events/feed/read-feed.ts'
import { type WebhookKey, webhookTimer } from '../../programs/webhooks/record/webhook-record.ts'
import { type BatchRequest, writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import { queuedDeliveryEntity } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import { type WebhookRecord, webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookDeliveryEntity } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { keyOfRecord, partitionKeyOf, type RecordKey } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { announcePause } from './announce-pause.ts'
import { deliverEvent, deliverQueued, queueEvent } from './deliver-event.ts'
import { hasWork, type LeasedWebhook, LeaseLost, takeLease, writeLeased } from './lease.ts'
import { nextDueAt, nextQueued, orderingKeyOf, takesEvents } from './queue.ts'
import type { DeliveryServices } from './services.ts'
import { nextPollAfter } from './state.ts'

/** Events that are read from the feed at once. */
const eventsAtOnce = 32

/** Returns the webhooks of an organization that may have something to do. Strongly consistent. */
export async function listWebhooksWithWork(
  database: Database,
  organizationId: string,
): Promise<WebhookRecord[]> {
  const { data } = await queryRecords(
    database,
    webhookEntity,
    'record',
    { organizationKey: shortId(organizationId) },
    { consistent: true },
  )
  return data.filter(hasWork)
}

/**
 * Delivers what an organization's webhooks have not received, and what is due again. Each webhook is worked on by itself, so
 * a slow receiver delays no other. Any number of processes may call it at once, as often as they like.
 *
 * @throws the first error after all webhooks were worked on. They are worked on again when their leases end.
 */
export async function deliverWebhooks(services: DeliveryServices, organizationId: string): Promise<void> {
  const webhooks = await listWebhooksWithWork(services.database, organizationId)
  const work = webhooks.map((webhook) => deliverToWebhook(services, organizationId, webhook))
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/**
 * Delivers what one webhook has not received, unless another worker does.
 *
 * Events arrive at least once: if the process dies between an attempt and the write of its result, the attempt is repeated
 * with the same event id.
 */
export async function deliverToWebhook(
  services: DeliveryServices,
  organizationId: string,
  { organizationKey, webhookKey }: WebhookKey,
): Promise<void> {
  if (services.signal.aborted) return
  const leaseId = `${services.onlyProcess ?? ''}${randomUUID()}`
  const webhook = await takeLease(services, { organizationKey, webhookKey }, leaseId)
  if (!webhook) return
  try {
    const { data: queue } = await queryRecords(
      services.database,
      queuedDeliveryEntity,
      'record',
      { organizationKey, webhookKey },
      { consistent: true },
    )
    await work(services, { organizationId, leaseId, webhook, position: webhook.position, queue })
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

/** Delivers until nothing is due, or the signal ends the work. */
async function work(services: DeliveryServices, worker: LeasedWebhook): Promise<void> {
  const feed = createFeedReader(services, worker)
  do {
    let isDone = false
    while (!isDone && !services.signal.aborted) isDone = !(await step(services, worker, feed))
  } while (!(await release(services, worker)))
}

/** Makes one step. Returns whether another one may follow. */
async function step(services: DeliveryServices, worker: LeasedWebhook, feed: FeedReader): Promise<boolean> {
  const { webhook, queue } = worker
  if (webhook.state === 'deleted') {
    await deleteDeliveries(services, webhook)
    throw new LeaseLost()
  }
  if (webhook.state === 'paused') return announcePause(services, worker)
  try {
    const queued = nextQueued(webhook, queue, services.clock())
    if (queued) {
      await deliverQueued(services, worker, queued)
      return true
    }
    const next = takesEvents(webhook, queue) ? await feed.next() : undefined
    if (!next) return false
    const isBehind = queue.some(({ orderingKey }) => orderingKey === orderingKeyOf(next.event))
    await (isBehind ? queueEvent : deliverEvent)(services, worker, next)
    feed.taken()
    return true
  } catch (error) {
    // Nobody knows whether the receiver has the message, so nothing is recorded, and the attempt is repeated.
    if (services.signal.aborted && error === services.signal.reason) return false
    throw error
  }
}

type FeedReader = {
  /** The next event for the webhook; undefined at the end of the feed. The same until it is taken. */
  next(): Promise<FeedEvent | undefined>
  taken(): void
}

function createFeedReader({ database }: DeliveryServices, worker: LeasedWebhook): FeedReader {
  let events: FeedEvent[] = []
  return {
    next: async () => {
      for (;;) {
        const [first] = events
        if (!first) {
          const { organizationId, position: after } = worker
          const options = { after, order: 'asc', limit: eventsAtOnce } as const
          ;({ events } = await readFeed(database, organizationId, options))
          if (events.length === 0) return undefined
        } else if (worker.webhook.types?.includes(first.event.type) === false) {
          worker.position = first.position
          events.shift()
        } else {
          return first
        }
      }
    },
    taken: () => {
      events.shift()
    },
  }
}

/**
 * Gives the lease back, and sets the time of the next poll. Returns false if the webhook has changed or there may be new events:
 * then the work continues.
 */
async function release(services: DeliveryServices, worker: LeasedWebhook): Promise<boolean> {
  const { version } = worker.webhook
  const { aborted } = services.signal
  let isReleased = true
  await writeLeased(services, worker, (webhook) => {
    isReleased = aborted || (webhook.version === version && webhook.isAwaited === undefined)
    const timer = webhookTimer(
      webhook,
      aborted ? services.clock().getTime() : nextPollAt(services, webhook, worker),
    )
    return { changes: { isAwaited: undefined, ...(isReleased && { lease: undefined, ...timer }) } }
  })
  return isReleased
}

/** Returns the time of the worker's next check, in Unix milliseconds. */
function nextPollAt(
  { clock }: DeliveryServices,
  webhook: WebhookRecord,
  { queue }: LeasedWebhook,
): number | undefined {
  const later = nextPollAfter(clock())
  if (webhook.state === 'paused') return webhook.announceUntil === undefined ? undefined : later
  return Math.min(nextDueAt(webhook, queue), later)
}

/**
 * Deletes the deliveries of a deleted webhook, and then its record. If it is interrupted, the record is still there, with a
 * timer, and the work is repeated.
 */
export async function deleteDeliveries(
  { database, signal }: DeliveryServices,
  { organizationKey, webhookKey }: WebhookRecord,
): Promise<void> {
  const key = { organizationKey, webhookKey }
  const partition = partitionKeyOf(webhookDeliveryEntity, 'record', key)
  let after: RecordKey | undefined
  do {
    if (signal.aborted) return
    const { items, last } = await readPartition(database, partition, { after, keysOnly: true })
    await writeBatches(
      database,
      items.map(({ pk, sk }) => requestOf({ pk: String(pk), sk: String(sk) })),
    )
    after = last
  } while (after !== undefined)
  await writeBatches(database, [requestOf(keyOfRecord(webhookEntity, key))])
}

const requestOf = (key: RecordKey): BatchRequest => ({ DeleteRequest: { Key: key } })
