import type { AttentionReason } from '@cairn/contract/schemas/goal-values'
import { expect, test } from 'vitest'
import { byAttention, latestOf, shownLatest } from './sort-goals.ts'

test('sorts by the most urgent reason, in the order of the service; goals with the same one keep theirs', () => {
  const goals: { attention: AttentionReason[] }[] = [
    { attention: [] },
    { attention: ['criteria_not_met'] },
    { attention: ['at_risk'] },
    { attention: ['report_late', 'at_risk'] },
    { attention: ['at_risk', 'due_soon'] },
    { attention: ['overdue'] },
  ]
  expect(byAttention(goals).map(({ attention }) => attention.join('+'))).toEqual([
    'overdue',
    'report_late+at_risk',
    'at_risk',
    'at_risk+due_soon',
    'criteria_not_met',
    '',
  ])
})

test('the latest goals are newest first, each once, as it changed last', () => {
  const goals = [...Array(8).keys()].map((day) => ({
    id: String(day),
    updatedAt: `2026-11-1${day}T00:00:00.000Z`,
    status: 'active',
  }))
  const completed = { id: '7', updatedAt: '2026-11-20T00:00:00.000Z', status: 'completed' }
  const latest = latestOf([...goals, completed])
  expect(latest[0]).toBe(completed)
  expect(latest.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2'])
  expect(latest).toHaveLength(shownLatest)
})
