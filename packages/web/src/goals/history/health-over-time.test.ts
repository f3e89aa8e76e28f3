import { expect, test } from 'vitest'
import { spansOf } from './health-over-time.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`

test('a report without a health keeps it, and a completed goal has none', () => {
  const spans = spansOf(
    [
      { revision: 1, status: 'active', health: null, createdAt: at(1) },
      { revision: 2, status: 'active', health: 'at_risk', createdAt: at(2) },
      { revision: 3, status: 'paused', health: null, createdAt: at(3) },
      { revision: 4, status: 'completed', health: null, createdAt: at(4) },
      { revision: 5, status: 'active', health: null, createdAt: at(5) },
    ],
    Date.parse(at(6)),
  )
  expect(spans.map(({ status, health }) => [status, health])).toEqual([
    ['active', null],
    ['active', 'at_risk'],
    ['paused', 'at_risk'],
    ['completed', null],
    ['active', null],
  ])
  expect(spans.map(({ from, to }) => [from, to])).toEqual(
    [1, 2, 3, 4, 5].map((day) => [Date.parse(at(day)), Date.parse(at(day + 1))]),
  )
})

test('an empty history has no spans', () => {
  expect(spansOf([], 0)).toEqual([])
})
