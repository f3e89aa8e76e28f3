import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, test } from 'vitest'
import { createRequestOf, emptyGoal } from '../form/goal-values.ts'
import { templateNames } from './template-names.ts'
import { fromTemplate } from './templates.ts'
import { german } from './texts.de.ts'
import { texts } from './texts.ts'

const empty = emptyGoal('0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e')

describe.each(templateNames)('the template %s', (name) => {
  test('is a valid goal once its numbers are filled in', () => {
    const values = fromTemplate(name, empty, '2026-11-20')
    const measures = values.measures.map((measure) => ({
      ...measure,
      start: measure.start || '1',
      target: measure.target || '2',
    }))
    const result = createGoalRequest().safeParse(createRequestOf({ ...values, measures }))
    expect(result.error?.issues).toBeUndefined()
  })

  test('has as many criteria and measures in German', () => {
    const [one, other] = [texts.templates[name], german.templates[name]]
    expect(other.criteria.length).toBe(one.criteria.length)
    expect('measure' in other).toBe('measure' in one)
  })
})

test('a target date is counted from today', () => {
  expect(fromTemplate('launch', empty, '2026-11-20')).toMatchObject({
    timeframe: 'deadline',
    targetDate: '2027-02-18',
    everyDays: '7',
  })
  expect(fromTemplate('routine', empty, '2026-11-20')).toMatchObject({
    timeframe: 'continuous',
    targetDate: '',
  })
})
