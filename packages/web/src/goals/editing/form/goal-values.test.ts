import { describe, expect, test } from 'vitest'
import { suggestTitle } from './goal-fields.tsx'
import {
  changesOf,
  createRequestOf,
  emptyGoal,
  isSameGoal,
  newCriterion,
  newMeasure,
  withStored,
} from './goal-values.ts'

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
      reviewerUserId: null,
      labelIds: [],
      criteria: [],
      verification: 'none',
      measures: [],
      cadence: null,
      parentGoalId: null,
      blockedByGoalIds: [],
      rollupWeight: 1,
      budget: null,
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

  test('the order of labels and the spelling of numbers do not count as a change', () => {
    const measure = { key: 'm', title: 'Median', unit: '', start: '1', target: '2.5' }
    const before = { ...values, labelIds: ['a', 'b'], measures: [measure] }
    const after = {
      ...values,
      labelIds: ['b', 'a'],
      measures: [{ ...measure, start: '1.0', target: '2.50' }],
    }
    expect(changesOf(before, after)).toEqual({})
  })

  test('stored criteria and measures keep their ids, and new ones have none', () => {
    const stored = { key: 'c', title: 't', description: 'd' }
    const measure = { key: 'm', title: 'Median', unit: 'h', start: '1', target: '2' }
    const before = { ...values, criteria: [stored], measures: [measure] }
    const after = {
      ...values,
      criteria: [
        { ...newCriterion(), title: 'new', description: 'n' },
        { ...stored, title: 'changed' },
      ],
      measures: [{ ...measure, unit: '' }, newMeasure()],
    }
    expect(changesOf(before, after)).toEqual({
      criteria: [
        { title: 'new', description: 'n' },
        { id: 'c', title: 'changed', description: 'd' },
      ],
      measures: [
        { id: 'm', title: 'Median', unit: null, start: 1, target: 2 },
        { title: '', unit: null, start: Number.NaN, target: Number.NaN },
      ],
    })
    expect(createRequestOf(before)).toMatchObject({
      criteria: [{ title: 't', description: 'd' }],
      measures: [{ title: 'Median', unit: 'h', start: 1, target: 2 }],
    })
  })

  test('a cadence can be set and removed', () => {
    const weekly = { ...values, everyDays: '7' }
    expect(changesOf(values, weekly)).toEqual({ cadence: { everyDays: 7 } })
    expect(changesOf(weekly, { ...values, everyDays: ' ' })).toEqual({ cadence: null })
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

test.each([
  [7_200, '2', 'hours'],
  [5_400, '90', 'minutes'],
  [61, '61', 'seconds'],
] as const)('a budget of %s seconds is typed as %s %s, and sent back as it is', (seconds, typed, unit) => {
  const stored = withStored(values, { budget: { seconds } })
  expect([stored.budgetTime, stored.budgetTimeUnit]).toEqual([typed, unit])
  expect(createRequestOf(stored).budget).toEqual({ seconds })
})

test('a budget of hours with decimals is whole seconds', () => {
  const budget = { ...values, budgetTime: '1.5', budgetTimeUnit: 'hours' as const, budgetCost: '0.25' }
  expect(createRequestOf(budget).budget).toEqual({ seconds: 5_400, costMicros: 250_000 })
})
