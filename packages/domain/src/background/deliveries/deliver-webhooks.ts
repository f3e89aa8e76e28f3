import { randomUUID } from 'node:crypto'
import { type FeedEvent, readFeed } from '../../events/feed/read-feed.ts'
import { type WebhookKey, webhookTimer } from '../../programs/webhooks/record/webhook-record.ts'
import { type BatchRequest, writeBatches } from '../../storage/database/batch-write.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import { queuedDeliveryEntity } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import { type WebhookRecord, webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookDeliveryEntity } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { keyOfRecord, partitionKeyOf, type RecordKey } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { announcePause } from './announce-pause.ts'
import { deliverEvent, deliverQueued, queueEvent } from './deliver-event.ts'
import { hasWork, isIdle, type LeasedWebhook, LeaseLost, takeLease, writeLeased } from './lease.ts'
import { nextDueAt, nextQueued, orderingKeyOf, takesEvents } from './queue.ts'
import type { DeliveryServices } from './services.ts'
import { nextPollAfter } from './state.ts'

/** Events that are read from the feed at once. */
const eventsAtOnce = 32

/**
 * How long a worker may work at a time, in milliseconds: what is left comes again, behind others. It begins no attempt that would end
 * later if it took as long as the one before. So an organization occupies an instance for this time, and never for more than this and
 * an attempt.
 */
export const turnMilliseconds = 10_000

/** Returns the webhooks of an organization that may have something to do. Strongly consistent. */
export async function listWebhooksWithWork(
  { database, clock }: Pick<DeliveryServices, 'database' | 'clock'>,
  organizationId: string,
): Promise<WebhookRecord[]> {
  const { data } = await queryRecords(
    database,
    webhookEntity,
    'record',
    { organizationKey: shortId(organizationId) },
    { consistent: true },
  )
  const now = clock()
  return data.filter((webhook) => hasWork(webhook, now))
}

export type OrganizationTurn = {
  /** Whether its turn ended before the work did: it should get another one. */
  isUnfinished: boolean
  /** Errors of webhooks, which are worked on again when their leases end. */
  errors: unknown[]
}

/**
 * Delivers what an organization's webhooks have not received, and what is due again, for one turn. Each webhook is worked on by
 * itself, so a slow receiver delays no other. Any number of processes may call it at once, as often as they like.
 */
export async function deliverWebhooks(
  services: DeliveryServices,
  organizationId: string,
): Promise<OrganizationTurn> {
  const webhooks = await listWebhooksWithWork(services, organizationId)
  const work = webhooks.map((webhook) => deliverToWebhook(services, organizationId, webhook))
  const results = await Promise.allSettled(work)
  return {
    isUnfinished: results.some((result) => result.status === 'fulfilled' && result.value),
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

/**
 * Delivers what one webhook has not received, for one turn, unless another worker does. Returns whether the turn, or the signal, ended
 * before the work did: then it is due at once.
 *
 * Events arrive at least once: if the process dies between an attempt and the write of its result, the attempt is repeated
 * with the same event id.
 */
export async function deliverToWebhook(
  services: DeliveryServices,
  organizationId: string,
  { organizationKey, webhookKey }: WebhookKey,
): Promise<boolean> {
  if (services.signal.aborted) return true
  const turn = { endsAt: services.clock().getTime() + turnMilliseconds }
  const leaseId = `${services.onlyProcess ?? ''}${randomUUID()}`
  const webhook = await takeLease(services, { organizationKey, webhookKey }, leaseId)
  if (!webhook) return false
  try {
    const { data: queue } = await queryRecords(
      services.database,
      queuedDeliveryEntity,
      'record',
      { organizationKey, webhookKey },
      { consistent: true },
    )
    const worker = {
      organizationId,
      leaseId,
      webhook,
      position: webhook.position,
      queue,
      lastMilliseconds: 0,
    }
    return await work(services, worker, turn)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    return false
  }
}

type Turn = { endsAt: number }

/** Delivers until nothing is due, or the turn or the signal ends the work. Returns whether more is left, as far as it knows. */
async function work(services: DeliveryServices, worker: LeasedWebhook, { endsAt }: Turn): Promise<boolean> {
  const { signal, clock } = services
  const feed = createFeedReader(services, worker)
  const isOver = () => clock().getTime() + worker.lastMilliseconds > endsAt
  let isUnfinished = false
  do {
    let isDone = false
    while (!isDone && !signal.aborted && !isOver()) isDone = !(await step(services, worker, feed))
    isUnfinished = (signal.aborted || !isDone) && !isIdle(worker.webhook, clock())
  } while (!(await release(services, worker, signal.aborted || isUnfinished)))
  return isUnfinished
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
    const next = takesEvents(webhook, queue, services.clock()) ? await feed.next() : undefined
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
 *
 * @param isUnfinished  Whether there is more to do now, for another turn or another process. The webhook is then due at once.
 */
async function release(
  services: DeliveryServices,
  worker: LeasedWebhook,
  isUnfinished: boolean,
): Promise<boolean> {
  const { version } = worker.webhook
  let isReleased = true
  await writeLeased(services, worker, (webhook) => {
    isReleased = isUnfinished || (webhook.version === version && webhook.isAwaited === undefined)
    const timer = webhookTimer(webhook, nextPollAt(services, webhook, worker, isUnfinished))
    return { changes: { isAwaited: undefined, ...(isReleased && { lease: undefined, ...timer }) } }
  })
  return isReleased
}

/** Returns the time of the worker's next check, in Unix milliseconds. */
function nextPollAt(
  { clock }: DeliveryServices,
  webhook: WebhookRecord,
  { queue }: LeasedWebhook,
  isUnfinished: boolean,
): number | undefined {
  const now = clock()
  if (isIdle(webhook, now)) return webhook.state === 'paused' ? undefined : webhook.notBefore
  if (isUnfinished) return now.getTime()
  const later = nextPollAfter(now)
  if (webhook.state === 'paused') return later
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
