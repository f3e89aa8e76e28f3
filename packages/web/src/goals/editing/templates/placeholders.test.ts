import { expect, test } from 'vitest'
import { emptyGoal } from '../form/goal-values.ts'
import { untouchedLines } from './placeholders.ts'
import { templateNames } from './template-names.ts'
import { fromTemplate } from './templates.ts'

const empty = emptyGoal('0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e')

test.each(templateNames)('the template %s has nothing to fill in that would be published', (name) => {
  const { detailedDescription } = fromTemplate(name, empty, '2026-11-20')
  const lines = detailedDescription.split('\n').filter((line) => line !== '')
  expect(untouchedLines(detailedDescription)).toEqual(lines)
  expect(untouchedLines(detailedDescription.replaceAll('…', 'all'))).toEqual([])
})

test('names only the lines that are left, and no other text with dots', () => {
  const description = 'Bring churn from 5 to 3 %\r\n\nHow it is measured, and where: …\n\nAnd so on …'
  expect(untouchedLines(description)).toEqual(['How it is measured, and where: …'])
})
