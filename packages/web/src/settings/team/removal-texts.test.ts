import { expect, test } from 'vitest'
import { goalTexts, removalTexts } from './removal-texts.ts'

test('says who loses what', () => {
  const removed = removalTexts({ name: 'Ben', isMe: false, organization: 'Acme' })
  expect(removed.title).toBe('Remove Ben?')
  expect(removed.text).toContain('Ben loses access to Acme at once')
  const left = removalTexts({ name: 'Ann', isMe: true, organization: 'Acme' })
  expect(left.title).toBe('Leave Acme?')
  expect(left.warning).toContain('cannot undo')
})

test.each([
  [{ count: 1, isComplete: true }, false, 'Ben owns one goal.', 'Who gets their goal?'],
  [{ count: 12, isComplete: true }, false, 'Ben owns 12 goals.', 'Who gets their goals?'],
  [{ count: 1_000, isComplete: false }, false, 'Ben owns more than 1,000 goals.', 'Who gets their goals?'],
  [{ count: 2, isComplete: true }, true, 'You own 2 goals.', 'Who gets your goals?'],
  [undefined, true, undefined, 'Who gets your goals?'],
])('of %j goals', (owned, isMe, sentence, label) => {
  expect(goalTexts(owned, { name: 'Ben', isMe })).toEqual({ sentence, label })
})

test('asks nothing about no goals', () => {
  expect(goalTexts({ count: 0, isComplete: true }, { name: 'Ben', isMe: false })).toBeNull()
})
