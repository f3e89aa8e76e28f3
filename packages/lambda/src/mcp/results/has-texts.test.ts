import { expect, test } from 'vitest'
import { hasTexts } from './has-texts.ts'

test.each([
  { deleted: true },
  { goals: [], nextCursor: 'sealed' },
  {
    error: {
      code: 'invalid_request',
      message: 'Wrong.',
      whatToDo: 'Correct it.',
      details: [{ path: 'a', message: 'b' }],
    },
  },
  { update: { id: 'u', goalId: 'g', hash: 'h', createdAt: '2026-11-20', status: 'active', summary: '' } },
])('%j has no text of members', (value) => {
  expect(hasTexts(value)).toBe(false)
})

test.each([
  { label: { id: 'l', name: 'Forest' } },
  { goals: [{ id: 'g', labels: ['Forest'] }] },
  { error: { code: 'goal_revision_conflict', conflict: { updates: [{ revision: 2, details: 'Late.' }] } } },
  { part: 'the rest of a text' },
  { fields: { title: { from: 'One', to: 'Two' } } },
  { something: 'of an unknown name' },
])('%j has texts of members', (value) => {
  expect(hasTexts(value)).toBe(true)
})
