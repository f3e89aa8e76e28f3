import { marshall } from '@aws-sdk/util-dynamodb'
import { acknowledgementEvents } from '@cairn/domain/events/goal-events'
import { goalAcknowledgementEntity } from '@cairn/domain/storage/table/entities/goals/goal-acknowledgement'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { toItem } from '@cairn/domain/storage/table/entity'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { readRecord } from '../../../functions/goal-changes/read-record.ts'

/** The events of confirmations, as the stream of the table tells them. */

const [organizationId, goalId, reportId] = [1, 2, 3].map(
  (digit) => `${digit}0000000-0000-4000-8000-000000000001`,
) as [string, string, string]
const userId = 'email:ben'
const acknowledged = {
  ...goalKeyOf({ organizationId, goalId }),
  revision: 2,
  userKey: shortHash(userId),
  userId,
  at: '2026-11-27T10:00:00.000Z',
  number: 1,
  reportId,
}
const one = { at: '2026-11-27T11:00:00.000Z', criterionIds: ['a'] }
const two = { at: '2026-11-27T12:00:00.000Z', criterionIds: ['b', 'c'] }

type Acknowledged = typeof acknowledged & { confirmed?: string[]; later?: (typeof one)[] }

function eventsOf(before: Acknowledged | undefined, after: Acknowledged) {
  const imageOf = (record: Acknowledged) => marshall(toItem(goalAcknowledgementEntity, record))
  const change = readRecord({
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: { NewImage: imageOf(after), ...(before && { OldImage: imageOf(before) }) },
  } as DynamoDBRecord)
  return (change?.eventsOf?.('Trees') ?? []).map(({ createdAt, data }) => [createdAt, data])
}

test.each<[string, Acknowledged | undefined, Acknowledged, unknown[]]>([
  ['an acknowledgement', undefined, acknowledged, [[acknowledged.at, { revision: 2 }]]],
  [
    'an acknowledgement that confirms',
    undefined,
    { ...acknowledged, confirmed: ['a'] },
    [[acknowledged.at, { revision: 2, confirmedCriterionIds: ['a'] }]],
  ],
  [
    'a later confirmation',
    acknowledged,
    { ...acknowledged, later: [one] },
    [[one.at, { revision: 2, confirmedCriterionIds: ['a'] }]],
  ],
  [
    'another one',
    { ...acknowledged, later: [one] },
    { ...acknowledged, later: [one, two] },
    [[two.at, { revision: 2, confirmedCriterionIds: ['b', 'c'] }]],
  ],
  [
    'a record that is written again as it is',
    { ...acknowledged, later: [one] },
    { ...acknowledged, later: [one] },
    [],
  ],
])('%s tells what is new', (_, before, after, events) => {
  expect(eventsOf(before, after)).toEqual(events)
})

test('goals around it learn of a confirmation', () => {
  const change = (record: Acknowledged) =>
    readRecord({
      eventName: 'INSERT',
      dynamodb: { NewImage: marshall(toItem(goalAcknowledgementEntity, record)) },
    } as DynamoDBRecord)
  expect(change(acknowledged)?.relations).toBeUndefined()
  expect(change({ ...acknowledged, confirmed: ['a'] })?.relations).toEqual([{ goalId, version: 0 }])
})

test('each of them has its own id, which is always the same', () => {
  const events = acknowledgementEvents({ ...acknowledged, later: [one, two] }, 'Trees')
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  expect(acknowledgementEvents({ ...acknowledged, later: [one, two] }, 'Trees', 2)).toEqual(events.slice(2))
})
