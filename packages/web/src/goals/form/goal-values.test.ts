import { describe, expect, test } from 'vitest'
import { changesOf, createRequestOf, emptyGoal, isSameGoal } from './goal-values.ts'
import { suggestTitle } from './suggest-title.ts'

const values = {
  ...emptyGoal('email:1'),
  detailedDescription: 'Answer within a day.',
  targetDate: '2027-06-30',
}

describe('the request', () => {
  test('leaves out an empty title of a new goal', () => {
    expect(createRequestOf(values)).toEqual({
      detailedDescription: 'Answer within a day.',
      timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
      ownerUserId: 'email:1',
      labelIds: [],
      criteria: [],
    })
  })

  test('sends only the changed fields of an edit', () => {
    expect(changesOf(values, { ...values, title: 'Faster answers' })).toEqual({ title: 'Faster answers' })
    expect(changesOf(values, { ...values, timeframe: 'continuous' })).toEqual({
      timeframe: { kind: 'continuous' },
    })
  })

  test('typing something and removing it is not a change', () => {
    expect(isSameGoal(values, { ...values, title: 'Faster answers' })).toBe(false)
    expect(isSameGoal(values, { ...values, hasOwnTitle: true })).toBe(true)
    // The target date of a continuous goal is not sent.
    const continuous = { ...values, timeframe: 'continuous' as const }
    expect(isSameGoal(continuous, { ...continuous, targetDate: '' })).toBe(true)
  })

  test('the order of labels and the keys of criteria do not count as a change', () => {
    const before = { ...values, labelIds: ['a', 'b'], criteria: [{ key: '0', title: 't', description: 'd' }] }
    const after = { ...values, labelIds: ['b', 'a'], criteria: [{ key: 'x', title: 't', description: 'd' }] }
    expect(changesOf(before, after)).toEqual({})
  })
})

test.each([
  ['Answer within a day. People wait.', 'Answer within a day'],
  ['# Faster **answers**\n\nMore text', 'Faster answers'],
  ['- [The plan](https://example.com) holds', 'The plan holds'],
  ['Is it done? Yes.', 'Is it done?'],
  ['  ', ''],
  [`${'word '.repeat(30)}`, `${'word '.repeat(14).trim()}…`],
])('the title suggested for %j is %j', (description, title) => {
  expect(suggestTitle(description)).toBe(title)
})
