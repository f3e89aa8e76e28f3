import { eventTypes } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { describeTypes, eventTypeGroups } from './event-type-names.ts'
import { attemptText, stateText, titleOf } from './webhook-texts.ts'

test('a webhook is called by its description, or by its host', () => {
  const url = 'https://example.com:8443/hook?x=1'
  expect(titleOf({ url, description: 'Chat' })).toBe('Chat')
  expect(titleOf({ url, description: null })).toBe('example.com:8443')
  expect(titleOf({ url: 'nonsense', description: null })).toBe('nonsense')
})

test('only an active webhook needs no explanation', () => {
  const none = { pausedReason: null, failingReason: null }
  expect(stateText({ ...none, state: 'active' })).toBeNull()
  const sentences = [
    stateText({ ...none, state: 'failing', failingReason: 'errors' }),
    stateText({ ...none, state: 'failing', failingReason: 'slow' }),
    stateText({ ...none, state: 'paused', pausedReason: 'administrator' }),
    stateText({ state: 'paused', pausedReason: 'failing', failingReason: 'errors' }),
    stateText({ state: 'paused', pausedReason: 'failing', failingReason: 'slow' }),
    stateText({ ...none, state: 'paused', pausedReason: 'gone' }),
    stateText({ ...none, state: 'paused', pausedReason: 'creator_left' }),
  ].map((text) => text?.sentence)
  expect(new Set(sentences).size).toBe(7)
  expect(sentences).not.toContain(undefined)
})

test.each([
  [null, 204, 'Status 204 in 120 ms.'],
  ['status 500', 500, 'Status 500 in 120 ms.'],
  [
    'redirects are not followed',
    302,
    'Status 302 in 120 ms. The receiver redirected. Use the final address.',
  ],
  ['no public address', null, 'The name of the receiver has no address on the public internet.'],
  ['something new', null, 'Failed: something new.'],
])('an attempt with the error %s and status %s', (error, statusCode, sentence) => {
  const at = '2026-11-20T10:00:00.000Z'
  expect(attemptText({ at, durationMilliseconds: 120, statusCode, error })).toBe(sentence)
})

test.each([
  [5_000, 'Status 204 in 5,000 ms.'],
  [5_001, 'Status 204 in 5,001 ms. This is slow: respond within 5 seconds.'],
])('a delivery that was accepted after %i ms', (durationMilliseconds, sentence) => {
  const at = '2026-11-20T10:00:00.000Z'
  expect(attemptText({ at, durationMilliseconds, statusCode: 204, error: null })).toBe(sentence)
})

test('describes the chosen types', () => {
  expect(describeTypes(eventTypes)).toBe('All events')
  expect(describeTypes(['goal.reported'])).toBe('Report on a goal')
  expect(describeTypes(['goal.reported', 'goal.edited'])).toBe('2 types of events')
})

test('every type is in one group', () => {
  expect(eventTypeGroups.flatMap(({ types }) => types).toSorted()).toEqual([...eventTypes].toSorted())
})
