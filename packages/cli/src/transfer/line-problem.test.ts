import type { Goal } from '@cairn/client'
import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { expect, test } from 'vitest'
import { copyOf } from '../goal-fields.ts'
import { lineProblem } from './line-problem.ts'

const organizationId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11'
const goalId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12'
const labelId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d13'
const criterionId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d14'
const measureId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d15'
const ada = 'email:3f0e8d7c6b5a49382716f5e4d3c2b1a0'
const at = '2026-11-20T10:00:00.000Z'
const hash = 'a'.repeat(64)
const written = { createdAt: at, createdByUserId: ada, updatedAt: at, updatedByUserId: ada }

/** The lines of an export as the first version with `formatVersion` 1 wrote them. They are never changed: what comes later is absent. */
const label = { id: labelId, organizationId, name: 'Office', color: null, description: null, ...written }
const goal = {
  id: goalId,
  organizationId,
  title: 'Plant a forest',
  status: 'active',
  health: null,
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  currentEvaluation: null,
  ownerUserId: ada,
  labels: [label],
  progress: 0.5,
  cadence: { everyDays: 7 },
  nextReportDueAt: at,
  attention: [],
  revision: 2,
  version: 3,
  historyHash: hash,
  ...written,
  detailedDescription: 'Trees.',
  criteria: [{ id: criterionId, title: 'Planted', description: 'All of them.', verdict: null }],
  measures: [
    {
      id: measureId,
      title: 'Trees',
      unit: null,
      start: 0,
      target: 100,
      current: { value: 50, asOf: at, revision: 2 },
      progress: 0.5,
    },
  ],
}
const entry = {
  id: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d16',
  organizationId,
  goalId,
  authorityUserId: ada,
  actor: { kind: 'user', id: ada, runId: null },
  authentication: { kind: 'session', subjectId: ada },
  createdAt: at,
  previousHash: hash,
  hash,
}
const update = {
  ...entry,
  revision: 2,
  goalVersion: 1,
  version: 2,
  status: 'active',
  health: null,
  evaluation: null,
  summary: 'Half of it',
  details: 'Fifty trees.',
  verdicts: [],
  measurements: [{ measureId, value: 50 }],
  evidence: [],
  clientInfo: null,
  idempotencyKey: 'one',
  acknowledgements: [],
}
const edit = { ...entry, version: 3, fields: { title: { from: 'Plant trees', to: 'Plant a forest' } } }
const line = { type: 'goal', goal, updates: [update], edits: [edit] }

test('lines of the first exports have no problem, whatever fields goals have got since', () => {
  expect(lineProblem({ type: 'label', label })).toBeUndefined()
  expect(lineProblem(line)).toBeUndefined()
})

test('a goal of the first exports can be created', () => {
  const request = JSON.parse(JSON.stringify(copyOf(goal as unknown as Goal, [labelId])))
  expect(createGoalRequest().safeParse(request)).toMatchObject({ success: true })
})

test.each<[string, Parameters<typeof lineProblem>[0], string]>([
  ['a field that a goal always had', { ...line, goal: { ...goal, title: undefined } }, 'goal.title: '],
  [
    'a field of the second edit',
    { ...line, edits: [edit, { ...edit, version: 'three' }] },
    'edits.1.version: ',
  ],
  ['a list', { ...line, updates: {} }, 'updates: not a list'],
])('%s is missing or wrong', (_, damaged, problem) => {
  expect(lineProblem(damaged)).toContain(problem)
})

test('fields that a later version adds are no problem', () => {
  expect(lineProblem({ ...line, goal: { ...goal, later: 1 } })).toBeUndefined()
})
