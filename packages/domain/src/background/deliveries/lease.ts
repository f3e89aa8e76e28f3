/**
 * One worker at a time delivers the events of a webhook, so that they arrive in order. It holds a lease, which every write
 * extends. A worker that dies leaves a lease that ends, and a timer that is due then.
 */

import type { FeedPosition } from '../../events/feed/position.ts'
import {
  replaceWebhook,
  type WebhookKey,
  webhookTimer,
} from '../../programs/webhooks/record/webhook-record.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, pauseBeforeRetry, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import type { QueuedDeliveryRecord } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import { type WebhookRecord, webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import { isResting } from './queue.ts'
import type { DeliveryServices } from './services.ts'

/** Longer than an attempt and the write of its result. */
const leaseMilliseconds = 60_000

/** A webhook whose lease this worker holds, and what the worker knows of it. */
export type LeasedWebhook = {
  organizationId: string
  leaseId: string
  webhook: WebhookRecord
  /** The position up to which events were taken from the feed; the stored one may be behind. */
  position: FeedPosition
  /** Pending deliveries, the oldest first. */
  queue: QueuedDeliveryRecord[]
  /** The duration of its last attempt; 0 before the first. */
  lastMilliseconds: number
}

/** Whether nothing is to be done for a webhook now: it is paused, and the administrators know, or it rests. */
export function isIdle(webhook: WebhookRecord, now: Date): boolean {
  return webhook.state === 'paused' ? webhook.announceUntil === undefined : isResting(webhook, now)
}

/** Whether a worker may have something to do. A resting webhook with a lease has the timer of the lease, which has to be set. */
export function hasWork(webhook: WebhookRecord, now: Date): boolean {
  return !isIdle(webhook, now) || (webhook.state === 'failing' && webhook.lease !== undefined)
}

/**
 * Takes the lease. If another worker has it, tells that one to look for events again before it ends.
 * @returns the webhook; undefined if it is gone, or paused, or rests, or is another worker's, or its organization was deleted.
 */
export async function takeLease(
  { database, clock, onlyProcess }: Pick<DeliveryServices, 'database' | 'clock' | 'onlyProcess'>,
  { organizationKey, webhookKey }: WebhookKey,
  leaseId: string,
): Promise<WebhookRecord | undefined> {
  return retryOnLostRace(database, async () => {
    const [webhook, organization] = await Promise.all([
      readRecord(database, webhookEntity, { organizationKey, webhookKey }),
      readRecord(database, organizationEntity, { organizationId: longId(organizationKey) }),
    ])
    const time = clock()
    if (!webhook || !hasWork(webhook, time)) return undefined
    // It was created while the organization was being deleted, so the deletion has not seen it. The sweep removes it.
    if (!organization && webhook.state !== 'deleted') return undefined
    const now = time.getTime()
    const { lease } = webhook
    const isDead = onlyProcess !== undefined && !lease?.id.startsWith(onlyProcess)
    const isTaken = lease !== undefined && lease.expiresAt > now && !isDead
    if (isTaken && webhook.isAwaited) return undefined
    const changes = isTaken ? { isAwaited: true as const } : extended(webhook, leaseId, now)
    const failed = await transact(database, { webhook: replaceWebhook(webhook, changes) })
    if (failed.length > 0) return lostRace
    return isTaken ? undefined : { ...webhook, ...changes, version: webhook.version + 1 }
  })
}

/** Returns the write that extends a lease. Another worker may have asked this one to look again: that remains until it does. */
function extended(webhook: WebhookRecord, id: string, now: number): Partial<WebhookRecord> {
  const expiresAt = now + leaseMilliseconds
  return { lease: { id, expiresAt }, ...webhookTimer(webhook, expiresAt) }
}

/** The writes of a worker. */
type Write = { changes: Partial<WebhookRecord>; beside?: Record<string, TransactionItem | undefined> }

/**
 * Writes a held webhook and what goes with it, and extends the lease. Administrators may have changed the webhook since it was
 * read: then it is read again.
 *
 * @param write  Returns what to write, by the current record. Called again after a lost race.
 * @throws `LeaseLost` if another worker has the webhook, or it is gone.
 */
export async function writeLeased(
  { database, clock }: Pick<DeliveryServices, 'database' | 'clock'>,
  worker: LeasedWebhook,
  write: (webhook: WebhookRecord) => Write | Promise<Write>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { webhook, position, leaseId } = worker
    const { changes, beside = {} } = await write(webhook)
    const next = { ...extended(webhook, leaseId, clock().getTime()), position, ...changes }
    const failed = await transact<string>(database, {
      webhook: replaceWebhook(webhook, next),
      ...beside,
    })
    if (failed.length === 0) {
      worker.webhook = { ...webhook, ...next, version: webhook.version + 1 }
      return
    }
    const { organizationKey, webhookKey } = webhook
    const current = await readRecord(database, webhookEntity, { organizationKey, webhookKey })
    if (current?.lease?.id !== leaseId) throw new LeaseLost()
    worker.webhook = current
    await pauseBeforeRetry(database, tries)
  }
}

/** Ends a worker: another one has its webhook, or nobody needs it any longer. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of a webhook was lost.')
  }
}
