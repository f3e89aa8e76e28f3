import { describe, expect, test } from 'vitest'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import type { WebhookDeliveryRecord } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { afterAttempt, afterFailure, afterSuccess, ended, failingReasonOf, withAttempt } from './state.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const minute = 60_000
const day = 24 * 60 * minute
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

const webhook = (fields: Partial<WebhookRecord> = {}) =>
  ({ state: 'active', failures: 0, recoveries: 2, ...fields }) as WebhookRecord
const attempt = (
  statusCode: number | null,
  error: string | null = `status ${statusCode}`,
  durationMilliseconds = 5,
) => ({ at: now.toISOString(), durationMilliseconds, statusCode, error })
const [success, failure, gone] = [attempt(204, null), attempt(500), attempt(410)]

describe('a webhook after a quick success', () => {
  const lastDeliveredAt = now.toISOString()
  const failing = { failures: 7, failingSince: ago(day) }
  const quick = { lastDeliveredAt, failures: 0, failingSince: undefined, slowAnswers: undefined }
  const recovered = {
    ...quick,
    state: 'active',
    recoveries: 3,
    failingReason: undefined,
    notBefore: undefined,
  }

  test.each<[string, WebhookRecord, object]>([
    ['counts from the start', webhook(), quick],
    ['forgets its failures', webhook({ failures: 3, failingSince: ago(minute) }), quick],
    ['forgets its slow answers', webhook({ slowAnswers: 9 }), quick],
    ['has recovered if it was failing', webhook({ ...failing, state: 'failing' }), recovered],
    [
      'has recovered if it was slow',
      webhook({ state: 'failing', slowAnswers: 12, failingReason: 'slow', notBefore: now.getTime() }),
      recovered,
    ],
    [
      'remains paused, and still tells since when it failed and why',
      webhook({ ...failing, state: 'paused', failingReason: 'slow', slowAnswers: 30 }),
      { lastDeliveredAt, failures: 0 },
    ],
  ])('%s', (_, before, changes) => {
    // Also what is set to undefined counts: it removes what is stored.
    expect(Object.entries(afterSuccess(before, success, now)).toSorted()).toEqual(
      Object.entries(changes).toSorted(),
    )
  })
})

describe('a webhook after a slow success', () => {
  const lastDeliveredAt = now.toISOString()
  const slowSuccess = attempt(200, null, 9_000)
  const after = (fields: Partial<WebhookRecord>, tried = slowSuccess) =>
    afterSuccess(webhook(fields), tried, now)
  const slow = { lastDeliveredAt, failures: 0, failingReason: 'slow' }
  /** Returns the time of the next attempt, a pause after the attempt has ended. */
  const restsFor = (pause: number) => now.getTime() + 9_000 + pause

  test('is slow from one millisecond more than 5 seconds', () => {
    expect(after({}, attempt(200, null, 5_000)).slowAnswers).toBeUndefined()
    expect(after({}, attempt(200, null, 5_001)).slowAnswers).toBe(1)
  })

  test('counts it, and goes on like after any success', () => {
    expect(after({ slowAnswers: 8, failures: 4, failingSince: ago(day) })).toEqual({
      lastDeliveredAt,
      failures: 0,
      slowAnswers: 9,
      failingSince: undefined,
    })
  })

  test('has recovered from errors', () => {
    expect(after({ state: 'failing', failures: 50, failingSince: ago(day) })).toMatchObject({
      state: 'active',
      recoveries: 3,
      slowAnswers: 1,
    })
  })

  test('is failing after 10 without a quick one in between, from then on', () => {
    expect(after({ slowAnswers: 9 })).toEqual({
      ...slow,
      slowAnswers: 10,
      state: 'failing',
      failingSince: now.toISOString(),
      notBefore: restsFor(10_000),
    })
  })

  test.each([
    [11, minute],
    [12, 5 * minute],
    [13, 15 * minute],
    [14, 30 * minute],
    [15, 60 * minute],
    [90, 60 * minute],
  ])('rests after the %i. for %i ms', (count, pause) => {
    const failingSince = ago(3 * day - 1)
    expect(after({ state: 'failing', slowAnswers: count - 1, failingSince })).toEqual({
      ...slow,
      slowAnswers: count,
      state: 'failing',
      failingSince,
      notBefore: restsFor(pause),
    })
  })

  test('is paused after 3 days', () => {
    const failingSince = ago(3 * day)
    expect(after({ state: 'failing', slowAnswers: 80, failingSince })).toEqual({
      ...slow,
      slowAnswers: 81,
      failingSince,
      state: 'paused',
      pausedReason: 'failing',
      announceUntil: now.getTime() + day,
    })
  })

  test.each(['paused', 'deleted'] as const)('changes no state if it is %s', (state) => {
    expect(after({ state, slowAnswers: 9 })).toEqual({ lastDeliveredAt, failures: 0 })
  })
})

test.each([
  ['of a failing one', { state: 'failing' }, 'errors'],
  ['of a slow one', { state: 'failing', failingReason: 'slow' }, 'slow'],
  [
    'of one that was paused because it was slow',
    { state: 'paused', pausedReason: 'failing', failingReason: 'slow' },
    'slow',
  ],
  [
    'of one that an administrator paused',
    { state: 'paused', pausedReason: 'administrator', failingReason: 'slow' },
    null,
  ],
  ['of an active one', { state: 'active' }, null],
] as const)('the reason of the failure %s', (_, fields, reason) => {
  expect(failingReasonOf(webhook(fields))).toBe(reason)
})

describe('a webhook after a failure', () => {
  const paused = { state: 'paused', announceUntil: now.getTime() + day }

  test.each<[string, Partial<WebhookRecord>, object]>([
    ['counts the first', {}, { failures: 1, failingSince: now.toISOString() }],
    [
      'counts the next',
      { failures: 3, failingSince: ago(minute) },
      { failures: 4, failingSince: ago(minute) },
    ],
    [
      'is failing after 5 in a row',
      { failures: 4, failingSince: ago(minute) },
      { failures: 5, failingSince: ago(minute), state: 'failing', failingReason: 'errors' },
    ],
    [
      'remains failing',
      { state: 'failing', failures: 1, failingSince: ago(day) },
      { failures: 2, failingSince: ago(day), state: 'failing' },
    ],
    [
      'remains failing because it is slow, if it fails now and then',
      { state: 'failing', failingReason: 'slow', failures: 3, failingSince: ago(day) },
      { failures: 4, failingSince: ago(day), state: 'failing' },
    ],
    [
      'is failing just before 3 days',
      { state: 'failing', failures: 90, failingSince: ago(3 * day - 1) },
      { failures: 91, failingSince: ago(3 * day - 1), state: 'failing', failingReason: 'errors' },
    ],
    [
      'is paused after 3 days',
      { state: 'failing', failures: 90, failingSince: ago(3 * day) },
      {
        ...paused,
        pausedReason: 'failing',
        failingReason: 'errors',
        failures: 91,
        failingSince: ago(3 * day),
      },
    ],
    [
      'is not paused by the fourth in 3 days',
      { failures: 3, failingSince: ago(4 * day) },
      { failures: 4, failingSince: ago(4 * day) },
    ],
    [
      'is paused by the fifth after 3 days',
      { failures: 4, failingSince: ago(3 * day) },
      {
        ...paused,
        pausedReason: 'failing',
        failingReason: 'errors',
        failures: 5,
        failingSince: ago(3 * day),
      },
    ],
    ['changes nothing if it is paused', { state: 'paused', failures: 4 }, {}],
    ['changes nothing if it is deleted', { state: 'deleted', failures: 4 }, {}],
  ])('%s', (_, before, changes) => {
    expect(afterFailure(webhook(before), failure, now)).toEqual(changes)
  })

  test('is paused at once if the receiver says that it is gone', () => {
    const expected = { ...paused, pausedReason: 'gone', failures: 1, failingSince: now.toISOString() }
    expect(afterFailure(webhook(), gone, now)).toEqual(expected)
  })
})

const delivery = (fields: Partial<WebhookDeliveryRecord> = {}) =>
  ({
    deliveryId: 'd1',
    version: 4,
    state: 'pending',
    attempts: [],
    attemptCount: 0,
    createdAt: ago(minute),
    nextAttemptAt: now.toISOString(),
    ...fields,
  }) as WebhookDeliveryRecord

describe('a delivery', () => {
  test('remembers its last 10 attempts, newest first, and counts all', () => {
    const earlier = Array.from({ length: 10 }, (_, index) => attempt(500 + index))
    const tried = withAttempt(delivery({ attempts: earlier, attemptCount: 30 }), failure)
    expect(tried).toEqual(
      delivery({ version: 5, attempts: [failure, ...earlier.slice(0, 9)], attemptCount: 31 }),
    )
  })

  test('that has ended is not tried again and expires after 30 days', () => {
    const expiresAt = new Date(now.getTime() + 30 * day)
    expect(ended(delivery(), 'failed', now)).toEqual(
      delivery({
        state: 'failed',
        nextAttemptAt: undefined,
        expiresAt: expiresAt.toISOString(),
        ttl: expiresAt.getTime() / 1000,
      }),
    )
  })
})

describe('a delivery after an attempt', () => {
  const after = (
    fields: Partial<WebhookDeliveryRecord>,
    rules: Partial<WebhookRecord> = {},
    tried = failure,
  ) => afterAttempt(delivery(fields), tried, webhook(rules), now)

  test('that succeeded is delivered', () => {
    expect(after({}, {}, success)).toMatchObject({
      state: 'delivered',
      attemptCount: 1,
      nextAttemptAt: undefined,
    })
  })

  test.each<[string, Partial<WebhookDeliveryRecord>, Partial<WebhookRecord>, string]>([
    ['is pending for less than 3 days', { createdAt: ago(3 * day - 1) }, {}, 'pending'],
    ['is given up after 3 days', { createdAt: ago(3 * day) }, {}, 'failed'],
    [
      'is pending for as long as the receiver fails as a whole',
      { createdAt: ago(9 * day) },
      { state: 'failing' },
      'pending',
    ],
    ['is pending while the webhook is paused', { createdAt: ago(9 * day) }, { state: 'paused' }, 'pending'],
    [
      'is pending for less than 3 days after the webhook was resumed',
      { createdAt: ago(4 * day) },
      { resumedAt: ago(3 * day - 1) },
      'pending',
    ],
    [
      'is given up 3 days after the webhook was resumed',
      { createdAt: ago(4 * day) },
      { resumedAt: ago(3 * day) },
      'failed',
    ],
    [
      'is pending if the webhook was resumed before the event',
      { createdAt: ago(minute) },
      { resumedAt: ago(9 * day) },
      'pending',
    ],
  ])('that failed %s', (_, fields, rules, state) => {
    expect(after(fields, rules).state).toBe(state)
  })

  test.each([
    [1, 10_000],
    [2, minute],
    [3, 5 * minute],
    [4, 15 * minute],
    [5, 30 * minute],
    [6, 60 * minute],
    [7, 60 * minute],
    [100, 60 * minute],
  ])('that failed for the %i. time is tried again after %i ms', (count, pause) => {
    const { nextAttemptAt } = after({ attemptCount: count - 1 })
    expect(Date.parse(nextAttemptAt ?? '') - now.getTime()).toBe(pause)
  })
})
