/** Pure rules of the changes by an attempt. */
import {
  type FailingReason,
  slowAnswerMilliseconds,
  type WebhookAttempt,
} from '@cairn/contract/schemas/webhooks'
import { daysAfter, millisecondsPerDay, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import type { WebhookDeliveryRecord } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { isDelivered } from './attempt.ts'

/** Deliveries that are done are kept this long. */
export const deliveryLogDays = 30

type Changes = Partial<WebhookRecord>

/** The receiver says that it is gone (RFC 9110, 15.5.11). */
const goneStatus = 410

/** Administrators are told of a pause within this time, in milliseconds; then it is old news. */
const announcedMilliseconds = millisecondsPerDay

/** Attempts that a delivery remembers. */
const rememberedAttempts = 10

/**
 * One success ends a failure: whatever has failed is due at once. The tenth slow one in a row makes the webhook failing, and later
 * slow ones let it rest for longer and longer.
 */
export function afterSuccess(webhook: WebhookRecord, attempt: WebhookAttempt, now: Date): Changes {
  const delivered: Changes = { lastDeliveredAt: timestampOf(now), failures: 0 }
  if (webhook.state === 'paused' || webhook.state === 'deleted') return delivered
  const isFailing = webhook.state === 'failing'
  const slowAnswers = isSlow(attempt) ? (webhook.slowAnswers ?? 0) + 1 : 0
  if (slowAnswers >= slowAnswersUntilFailing) {
    const failingSince = (isFailing && webhook.failingSince) || timestampOf(now)
    const slow: Changes = { ...delivered, slowAnswers, failingSince, failingReason: 'slow' }
    if (isFailing && isTooLong(failingSince, now)) return { ...slow, ...pausedAfter('failing', now) }
    const pause = pauseAfter(slowAnswers - slowAnswersUntilFailing + 1)
    // The pause begins with the end of the attempt: it may be shorter than the attempt.
    return { ...slow, state: 'failing', notBefore: now.getTime() + attempt.durationMilliseconds + pause }
  }
  return {
    ...delivered,
    slowAnswers: slowAnswers || undefined,
    ...(isFailing ? recovered(webhook) : { failingSince: undefined }),
  }
}

/** Returns the changes that make a failing webhook active again: it forgets why it failed, and whatever has failed is due at once. */
export function recovered({ recoveries }: WebhookRecord): Changes {
  return {
    state: 'active',
    recoveries: recoveries + 1,
    failingSince: undefined,
    failingReason: undefined,
    notBefore: undefined,
  }
}

/** Whether an attempt has occupied a worker for so long that receivers should not do that as a rule. */
export function isSlow({ durationMilliseconds }: Pick<WebhookAttempt, 'durationMilliseconds'>): boolean {
  return durationMilliseconds > slowAnswerMilliseconds
}

/** Returns why a webhook is failing, or was paused after it was; null for any other. */
export function failingReasonOf({
  state,
  pausedReason,
  failingReason = 'errors',
}: Pick<WebhookRecord, 'state' | 'pausedReason' | 'failingReason'>): FailingReason | null {
  return state === 'failing' || pausedReason === 'failing' ? failingReason : null
}

function isTooLong(failingSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) >= retriedMilliseconds
}

function pausedAfter(pausedReason: 'gone' | 'failing', now: Date): Changes {
  return { state: 'paused', pausedReason, announceUntil: now.getTime() + announcedMilliseconds }
}

/** Failures make a webhook failing, and then pause it. One that was paused or deleted in the meantime stays as it is. */
export function afterFailure(webhook: WebhookRecord, { statusCode }: WebhookAttempt, now: Date): Changes {
  if (webhook.state === 'paused' || webhook.state === 'deleted') return {}
  const failingSince = webhook.failingSince ?? timestampOf(now)
  const failures = webhook.failures + 1
  const hasFailedOften = failures >= failuresUntilFailing
  const failed: Changes = { failingSince, failures, ...(hasFailedOften && { failingReason: 'errors' }) }
  if (statusCode === goneStatus) return { ...failed, ...pausedAfter('gone', now) }
  const isFailing = webhook.state === 'failing' || hasFailedOften
  if (isFailing && isTooLong(failingSince, now)) return { ...failed, ...pausedAfter('failing', now) }
  return { ...failed, ...(isFailing && { state: 'failing' as const }) }
}

/** A delivery of the log with one more attempt. The caller decides what follows from it. */
export function withAttempt(delivery: WebhookDeliveryRecord, attempt: WebhookAttempt): WebhookDeliveryRecord {
  return {
    ...delivery,
    version: delivery.version + 1,
    attempts: [attempt, ...delivery.attempts].slice(0, rememberedAttempts),
    attemptCount: delivery.attemptCount + 1,
  }
}

/** A delivery that is not retried: delivered or given up. It expires from the log. */
export function ended(
  delivery: WebhookDeliveryRecord,
  state: 'delivered' | 'failed',
  now: Date,
): WebhookDeliveryRecord {
  const expiresAt = daysAfter(now, deliveryLogDays)
  return {
    ...delivery,
    state,
    nextAttemptAt: undefined,
    expiresAt: timestampOf(expiresAt),
    ttl: timeToLiveOf(expiresAt),
  }
}

/**
 * A delivery after an attempt: delivered; or pending. It is given up if only this event fails: for 3 days since the event or since
 * the webhook was resumed, while others were delivered. If the receiver fails as a whole, events wait for it.
 *
 * @param webhook  The webhook after the attempt.
 */
export function afterAttempt(
  before: WebhookDeliveryRecord,
  attempt: WebhookAttempt,
  { state, resumedAt = '' }: Pick<WebhookRecord, 'state' | 'resumedAt'>,
  now: Date,
): WebhookDeliveryRecord {
  const delivery = withAttempt(before, attempt)
  if (isDelivered(attempt)) return ended(delivery, 'delivered', now)
  const since = Date.parse(delivery.createdAt > resumedAt ? delivery.createdAt : resumedAt)
  if (state === 'active' && now.getTime() - since >= retriedMilliseconds)
    return ended(delivery, 'failed', now)
  const nextAttemptAt = new Date(now.getTime() + pauseAfter(delivery.attemptCount))
  return { ...delivery, nextAttemptAt: timestampOf(nextAttemptAt) }
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The pauses after the first, second, … failed attempt of a delivery, in milliseconds. The first is short, because most
 * failures are; an hour is the longest, so that a receiver that was down for a day has its events within the hour.
 */
const pauses = [10 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour]

/** The longest pause. */

export const longestPauseMilliseconds = hour

/** The time limit of an attempt, in milliseconds, everything together. */
export const attemptMilliseconds = 10 * second

/** The time limit of an attempt that an administrator waits for: a request has 8 seconds, and writes the result afterwards. */
export const attemptMillisecondsByHand = 5 * second

/** After so many failed attempts in a row a webhook is failing. */
export const failuresUntilFailing = 5

/** After so many slow answers without a quick one in between a webhook is failing. */
export const slowAnswersUntilFailing = 10

/** A delivery is retried, and a webhook may be failing, for so long, in milliseconds. */
export const retriedMilliseconds = 3 * millisecondsPerDay

/**
 * How often the worker polls a webhook without a reason, in milliseconds. Every event wakes it, so this only matters if a
 * process died between recording an event and waking the worker.
 */
const pollMilliseconds = 10 * minute

/** Returns the pause after this many failed attempts, or slow answers of a failing webhook, in milliseconds. */
export function pauseAfter(failedAttempts: number): number {
  return pauses[Math.min(failedAttempts, pauses.length) - 1] ?? hour
}

/** Returns the time at which the worker polls an idle webhook, in Unix milliseconds. */
export function nextPollAfter(now: Date): number {
  return now.getTime() + pollMilliseconds
}
