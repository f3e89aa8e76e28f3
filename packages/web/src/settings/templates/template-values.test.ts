import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { expect, test } from 'vitest'
import { changedTemplateFields, requestToRestore, valuesOfTemplate } from './template-values.ts'

const template: GoalTemplate = {
  id: '7b0f3c8e-0000-4000-8000-000000000001',
  name: 'River',
  title: null,
  detailedDescription: null,
  labelIds: ['7b0f3c8e-0000-4000-8000-000000000002'],
  cadence: { everyDays: 7 },
  criteria: [{ id: '7b0f3c8e-0000-4000-8000-000000000003', title: 'Clean', description: 'None in sight.' }],
  measures: [{ id: '7b0f3c8e-0000-4000-8000-000000000004', title: 'Bags', unit: null, start: 0, target: 5 }],
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}

test('a deleted template is restored with all it had, and new rows', () => {
  const { id: _, createdAt: _created, updatedAt: _updated, ...content } = template
  expect(requestToRestore(template)).toEqual({
    ...content,
    criteria: [{ title: 'Clean', description: 'None in sight.' }],
    measures: [{ title: 'Bags', unit: null, start: 0, target: 5 }],
  })
})

test('an edit sends only what it changes', () => {
  const before = valuesOfTemplate(template)
  expect(changedTemplateFields(before, before)).toEqual({})
  expect(
    changedTemplateFields(before, {
      name: 'Lake',
      goal: { ...before.goal, title: 'Clean it', everyDays: '' },
    }),
  ).toEqual({ name: 'Lake', title: 'Clean it', cadence: null })
})
