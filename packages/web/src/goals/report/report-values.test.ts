import { createGoalUpdateRequest } from '@cairn/contract/schemas/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals'
import { expect, test } from 'vitest'
import { isSameReport, newReport, withAttempt } from './report-values.ts'

const goal: Goal = {
  id: '7b0f3c8e-0000-4000-8000-000000000001',
  organizationId: '7b0f3c8e-0000-4000-8000-000000000002',
  title: 'Answer within a day',
  detailedDescription: 'Answer within a day.',
  status: 'active',
  health: 'on_track',
  timeframe: { kind: 'continuous' },
  currentEvaluation: null,
  ownerUserId: null,
  labels: [],
  criteria: [],
  measures: [],
  progress: null,
  cadence: null,
  nextReportDueAt: null,
  attention: [],
  revision: 3,
  version: 3,
  historyHash: 'a'.repeat(64),
  createdAt: '2026-11-20T10:00:00.000Z',
  createdByUserId: 'email:1',
  updatedAt: '2026-11-20T10:00:00.000Z',
  updatedByUserId: 'email:1',
}

const typed = { ...newReport(goal), summary: 'Down to two days', details: 'Two people joined.' }

function keysFrom(...keys: string[]) {
  return () => keys.shift() ?? 'none left'
}

test('reuses the key for the same content, and makes a new one for changed content', () => {
  const key = keysFrom('first', 'second')
  const one = withAttempt(typed, key)
  const again = withAttempt(one.values, key)
  const other = withAttempt({ ...again.values, summary: 'Down to one day' }, key)
  expect([one, again, other].map(({ request }) => request.idempotencyKey)).toEqual([
    'first',
    'first',
    'second',
  ])
})

test('isSameReport compares only what was typed or chosen', () => {
  const blank = newReport(goal)
  const later = newReport({ ...goal, revision: 4 }, new Date('2027-01-01T00:00:00Z'))
  expect(isSameReport(blank, later)).toBe(true)
  expect(isSameReport(blank, withAttempt(blank).values)).toBe(true)
  for (const changed of [
    { summary: 's' },
    { details: 'd' },
    { status: 'paused' as const },
    { health: 'at_risk' as const },
    { evaluation: 'met' as const },
  ]) {
    expect(isSameReport(blank, { ...blank, ...changed }), JSON.stringify(changed)).toBe(false)
  }
  const evaluated = { ...blank, evaluation: 'met' as const }
  expect(isSameReport(evaluated, { ...evaluated, evaluatedAt: '2027-01-01T00:00' })).toBe(false)
})

test('makes a new key for a newer revision', () => {
  const key = keysFrom('first', 'second')
  const one = withAttempt(typed, key)
  const onTop = withAttempt({ ...one.values, expectedRevision: 4 }, key)
  expect(onTop.request).toMatchObject({ expectedRevision: 4, idempotencyKey: 'second' })
})

test('builds a request that the contract’s schema accepts', () => {
  const { request } = withAttempt({ ...typed, evaluation: 'met', health: 'at_risk' })
  expect(createGoalUpdateRequest().safeParse(request).success).toBe(true)
})

test('sends no health with a completed goal, even if one was chosen', () => {
  expect(withAttempt({ ...typed, health: 'at_risk', status: 'completed' }).request.health).toBeNull()
})
