/** Which delivery is next. Pure rules. */
import type { QueuedDeliveryRecord } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import type { DeliveredEvent } from '../../storage/table/entities/webhooks/webhook-delivery.ts'

/** With more pending deliveries, events wait in the feed. A worker reads the whole queue. */
export const maximumQueued = 100

/** Events of one goal keep their order, and so do those without a goal. */
export function orderingKeyOf({ goal }: Pick<DeliveredEvent, 'goal'>): string {
  return goal?.id ?? ''
}

type Rules = Pick<WebhookRecord, 'state' | 'recoveries' | 'notBefore'>

/** Whether a failing webhook waits because its receiver answers slowly. */
export function isResting({ state, notBefore = 0 }: Pick<Rules, 'state' | 'notBefore'>, now: Date): boolean {
  return state === 'failing' && notBefore > now.getTime()
}

/**
 * The deliveries that may be tried next: the first of each ordering key. Of a failing webhook only the oldest, which probes the
 * receiver for all.
 */
export function headsOf({ state }: Rules, queue: readonly QueuedDeliveryRecord[]): QueuedDeliveryRecord[] {
  if (state === 'failing') return queue.slice(0, 1)
  return [...Map.groupBy(queue, ({ orderingKey }) => orderingKey).values()].flatMap((deliveries) =>
    deliveries.slice(0, 1),
  )
}

/** Returns the due time of a delivery, in Unix milliseconds. A failure before the last recovery is due at once. */
export function dueAtOf({ recoveries }: Rules, queued: QueuedDeliveryRecord): number {
  return queued.recoveries < recoveries ? 0 : queued.nextAttemptAt
}

/** The oldest delivery that is due; undefined if none is, or if the webhook rests. */
export function nextQueued(
  webhook: Rules,
  queue: readonly QueuedDeliveryRecord[],
  now: Date,
): QueuedDeliveryRecord | undefined {
  if (isResting(webhook, now)) return undefined
  return headsOf(webhook, queue).find((queued) => dueAtOf(webhook, queued) <= now.getTime())
}

/** Whether new events may be taken from the feed. */
export function takesEvents(webhook: Rules, queue: readonly QueuedDeliveryRecord[], now: Date): boolean {
  if (webhook.state === 'failing') return queue.length === 0 && !isResting(webhook, now)
  return webhook.state === 'active' && queue.length < maximumQueued
}

/** Returns the due time of the next delivery, in Unix milliseconds; infinite if none is pending. */
export function nextDueAt(webhook: Rules, queue: readonly QueuedDeliveryRecord[]): number {
  return Math.min(...headsOf(webhook, queue).map((queued) => dueAtOf(webhook, queued)))
}
