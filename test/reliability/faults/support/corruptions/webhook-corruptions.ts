import { type WebhookIds, webhookKeyOf } from '@cairn/domain/programs/webhooks/record/webhook-record'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { queuedDeliveryEntity } from '@cairn/domain/storage/table/entities/webhooks/queued-delivery'
import { webhookDeliveryEntity } from '@cairn/domain/storage/table/entities/webhooks/webhook-delivery'
import { newTimeOrderedId } from '@cairn/domain/storage/table/time-ordered-id'
import { type Corruption, changed } from './corruptions.ts'

const yesterday = '2026-11-19T10:00:00.000Z'

/** Of a webhook that rests for an hour because its receiver is slow. */
export const resting = {
  state: 'failing',
  failingSince: yesterday,
  failingReason: 'slow',
  slowAnswers: 10,
  lastDeliveredAt: yesterday,
  notBefore: Date.parse(yesterday) + 60 * 60_000 + 9_000,
}

/** A corruption of every invariant of webhooks, with a part of the message that the check must give. */
export const webhookCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a number of webhooks that is too high',
    { kind: 'webhookCount', corrupt: changed({ n: 2 }) },
    'has 1 webhooks, but counts 2',
  ],
  ['webhooks without a number', { kind: 'webhookCount' }, 'has 1 webhooks, but counts 0'],
  ['a missing webhook', { kind: 'webhook' }, 'which does not exist'],
  ['a pending delivery that nobody retries', { kind: 'queuedDelivery' }, 'is not in its queue'],
  [
    'a delivery in the queue that does not exist',
    { kind: 'webhookDelivery' },
    'has a delivery that is not pending',
  ],
  [
    'a delivery in the queue that is delivered',
    { kind: 'webhookDelivery', corrupt: changed({ state: 'delivered' }) },
    'has a delivery that is not pending',
  ],
  [
    'a paused webhook whose timer is on in the index only',
    { kind: 'webhook', corrupt: changed({ timer: 'off' }) },
    'expected undefined',
  ],
  [
    'a failing webhook without the time since when it is',
    { kind: 'webhook', corrupt: changed({ state: 'failing', failingSince: undefined }) },
    'is failing, but has no failingSince',
  ],
  [
    'a failing webhook that nothing wakes',
    { kind: 'webhook', corrupt: changed({ state: 'failing', failingSince: yesterday, timer: 'off' }) },
    'is failing, and nothing wakes it',
  ],
  [
    'an active webhook that rests',
    { kind: 'webhook', corrupt: changed({ ...resting, state: 'active' }) },
    'rests, but is active',
  ],
  [
    'a webhook that rests without slow answers',
    { kind: 'webhook', corrupt: changed({ ...resting, slowAnswers: 9 }) },
    'rests after 9 slow answers',
  ],
  [
    'a webhook that rests for too long',
    { kind: 'webhook', corrupt: changed({ ...resting, notBefore: Date.parse(yesterday) + 62 * 60_000 }) },
    `rests until 2026-11-19T11:02:00.000Z, but was last delivered to ${yesterday}`,
  ],
  [
    'a webhook that rests without a delivery',
    { kind: 'webhook', corrupt: changed({ ...resting, lastDeliveredAt: undefined }) },
    'but was last delivered to never',
  ],
]

/** Writes a pending delivery, as the worker does after a failure. */
export async function writePendingDelivery(database: Database, ids: WebhookIds): Promise<void> {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const key = { ...webhookKeyOf(ids), deliveryId: newTimeOrderedId(now, 1), sequence: 1 }
  const actor = { kind: 'user' as const, id: 'email:x', runId: null }
  await transact(database, {
    delivery: {
      Put: webhookDeliveryEntity.create({
        ...key,
        version: 1,
        state: 'pending',
        event: {
          id: '00000000-0000-4000-8000-000000000001',
          type: 'webhook.test',
          createdAt: now.toISOString(),
          actor,
          authorityUserId: actor.id,
          goal: null,
          data: {},
        },
        attempts: [],
        attemptCount: 0,
        createdAt: now.toISOString(),
      }),
    },
    queued: {
      Put: queuedDeliveryEntity.create({
        ...key,
        orderingKey: '',
        nextAttemptAt: 0,
        recoveries: 0,
      }),
    },
  })
}
