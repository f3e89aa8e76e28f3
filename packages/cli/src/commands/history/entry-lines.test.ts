import type { GoalEdit } from '@cairn/client'
import { type EditableFieldName, editableFieldNames } from '@cairn/contract/goals/fields'
import { goalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { expect, test } from 'vitest'
import { entryLines } from './entry-lines.ts'

const ada = 'email:3f0e8d7c6b5a49382716f5e4d3c2b1a0'
const people = { userId: ada, names: new Map([[ada, 'Ada']]) }

const edit = (fields: object) =>
  ({
    id: '0b6b0d7e-5a39-4a53-8b6c-0a8f6c1d2e3f',
    organizationId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11',
    goalId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12',
    version: 2,
    authorityUserId: ada,
    actor: { kind: 'user', id: ada, runId: null },
    fields,
    previousHash: null,
    hash: 'a'.repeat(64),
    createdAt: '2026-11-20T10:00:00.000Z',
  }) as unknown as GoalEdit

/** Fields that an edit may set to null. */
const nullable = editableFieldNames.filter((name) => {
  const change = goalEdit().shape.fields.shape[name]
  return change.safeParse({ from: null, to: null }).success
})

test('some fields can be nothing', () => {
  expect(nullable).toEqual(expect.arrayContaining(['ownerUserId', 'cadence'] satisfies EditableFieldName[]))
})

test.each(nullable)('%s that is nothing reads as a word', (name) => {
  const [, line] = entryLines(edit({ [name]: { from: null, to: null } }), people)
  expect(line).toMatch(/^ {2}[A-Z][a-z ]+: (nobody|none) → \1$/)
})

test('an edit has a line for each field, with both values', () => {
  const fields = {
    title: { from: 'Old', to: 'New' },
    ownerUserId: { from: null, to: ada },
    cadence: { from: null, to: { everyDays: 7 } },
    rollupWeight: { from: 1, to: 0 },
  }
  expect(entryLines(edit(fields), people)).toEqual([
    '2026-11-20 10:00Z  v2  you',
    '  Title: Old → New',
    '  Owner: nobody → Ada',
    '  Reporting: none → {"everyDays":7}',
    '  Weight: 1 → 0',
  ])
})
