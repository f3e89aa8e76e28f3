import { describe, expect, test } from 'vitest'
import type { QueuedDeliveryRecord } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import {
  dueAtOf,
  headsOf,
  maximumQueued,
  nextDueAt,
  nextQueued,
  orderingKeyOf,
  takesEvents,
} from './queue.ts'

const now = new Date(10_000)
const active = { state: 'active', recoveries: 0 } as const
const failing = { state: 'failing', recoveries: 0 } as const
const paused = { state: 'paused', recoveries: 0 } as const
const resting = { ...failing, notBefore: 10_001 }
const rested = { ...failing, notBefore: 10_000 }

/** A delivery by its number, with an ordering key, due at a time. */
const queued = (sequence: number, orderingKey: string, nextAttemptAt: number, recoveries = 0) =>
  ({ sequence, orderingKey, nextAttemptAt, recoveries }) as QueuedDeliveryRecord

const [a1, a2, b3, c4] = [
  queued(1, 'a', 20_000),
  queued(2, 'a', 0),
  queued(3, 'b', 10_000),
  queued(4, 'c', 15_000),
]
const queue = [a1, a2, b3, c4]

describe('the deliveries that may be next', () => {
  test('are the first of each ordering key; of a failing webhook the oldest', () => {
    expect(headsOf(active, queue)).toEqual([a1, b3, c4])
    expect(headsOf(failing, queue)).toEqual([a1])
    expect(headsOf(failing, [])).toEqual([])
  })

  test.each([
    ['the first that is due, though one before it waits', active, queue, b3],
    ['none before its time', active, [a1, queued(2, 'b', 10_001)], undefined],
    ['none behind one with its ordering key that waits', active, [a1, a2], undefined],
    ['none of a failing webhook before the oldest is due', failing, queue, undefined],
    ['one that failed before a recovery', { ...active, recoveries: 1 }, [a1], a1],
    ['none of an empty queue', active, [], undefined],
    ['none of one that rests', resting, [b3], undefined],
    ['the oldest of one that has rested', rested, [b3, a1], b3],
  ] as const)('next is %s', (_, webhook, waiting, expected) => {
    expect(nextQueued(webhook, waiting, now)).toEqual(expected)
  })

  test('are due at their time, or at once if they failed before a recovery', () => {
    expect(dueAtOf({ ...active, recoveries: 2 }, queued(1, 'a', 20_000, 2))).toBe(20_000)
    expect(dueAtOf({ ...active, recoveries: 3 }, queued(1, 'a', 20_000, 2))).toBe(0)
    expect(nextDueAt(active, queue)).toBe(10_000)
    expect(nextDueAt(failing, queue)).toBe(20_000)
    expect(nextDueAt(active, [])).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('new events are taken', () => {
  const full = Array.from({ length: maximumQueued }, (_, index) => queued(index, `${index}`, 0))
  test.each([
    ['by an active webhook', active, queue, true],
    ['by an active webhook whose queue is almost full', active, full.slice(1), true],
    ['by none whose queue is full', active, full, false],
    ['by a failing one if nothing waits', failing, [], true],
    ['by no failing one if something waits', failing, [a1], false],
    ['by no paused one', paused, [], false],
    ['by none that rests', resting, [], false],
    ['by one that has rested', rested, [], true],
    ['by one that has recovered since', { ...active, notBefore: 10_001 }, [], true],
  ] as const)('%s', (_, webhook, waiting, expected) => {
    expect(takesEvents(webhook, waiting, now)).toBe(expected)
  })
})

test('events of one goal share an ordering key, and so do those without a goal', () => {
  expect(orderingKeyOf({ goal: { id: 'g1', title: 'Trees' } })).toBe('g1')
  expect(orderingKeyOf({ goal: null })).toBe('')
})
