import { createGoalUpdateRequest, type Goal } from '@cairn/contract/schemas/goals'
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
  revision: 3,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdByUserId: 'email:1',
  updatedAt: '2026-11-20T10:00:00.000Z',
  updatedByUserId: 'email:1',
}

const typed = { ...newReport(goal), summary: 'Down to two days', details: 'Two people joined.' }

function keysFrom(...keys: string[]) {
  return () => keys.shift() ?? 'none left'
}

test('the same content again goes with the same key, other content with another', () => {
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

test('a report is the same as another one if nothing was typed or chosen in between', () => {
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

test('sent on top of a newer revision it is another report', () => {
  const key = keysFrom('first', 'second')
  const one = withAttempt(typed, key)
  const onTop = withAttempt({ ...one.values, expectedRevision: 4 }, key)
  expect(onTop.request).toMatchObject({ expectedRevision: 4, idempotencyKey: 'second' })
})

test('what is made of the form is what the contract takes', () => {
  const { request } = withAttempt({ ...typed, evaluation: 'met', health: 'at_risk' })
  expect(createGoalUpdateRequest().safeParse(request).success).toBe(true)
})

test('a report that ends the goal carries no health, whatever was chosen before', () => {
  expect(withAttempt({ ...typed, health: 'at_risk', status: 'completed' }).request.health).toBeNull()
})
