import { expect, test } from 'vitest'
import { hasFreshReport, isWorse, type QueuedGoal, queueOf } from './queue.ts'

const goal = (fields: Partial<QueuedGoal>) =>
  ({
    ownerUserId: 'ann',
    attention: [],
    recentHealth: [],
    lastReport: null,
    ...fields,
  }) as unknown as QueuedGoal

test('the queue has reports first, then what is late, unowned, worse, to review, and all else that needs somebody', () => {
  const goals = [
    goal({ id: 'risk', attention: ['at_risk'] }),
    goal({ id: 'review', attention: ['review_requested'] }),
    goal({ id: 'worse', attention: ['off_track'], recentHealth: ['on_track', 'off_track'] }),
    goal({ id: 'nobody', ownerUserId: null }),
    goal({ id: 'late', attention: ['report_late', 'at_risk'] }),
    goal({ id: 'read', attention: ['overdue'] }),
    goal({ id: 'calm' }),
  ]
  const queue = queueOf(goals, ({ id }) => id === 'read')
  expect(queue.map(({ goal: { id }, reasons }) => [id, reasons])).toEqual([
    ['read', ['unread', 'late']],
    ['late', ['late', 'other']],
    ['nobody', ['unowned']],
    ['worse', ['worsened', 'other']],
    ['review', ['to_review']],
    ['risk', ['other']],
  ])
})

test.each([
  [[], false],
  [['at_risk'], false],
  [['on_track', 'at_risk'], true],
  [['off_track', 'at_risk'], false],
  [['at_risk', 'at_risk'], false],
  [['on_track', null], false],
  [[null, 'off_track'], false],
] as const)('after %j, health is worse: %s', (recentHealth, expected) => {
  expect(isWorse({ recentHealth: [...recentHealth] })).toBe(expected)
})

const now = Date.parse('2026-11-27T10:00:00.000Z')
const report = (authorityUserId: string, createdAt: string) => ({
  lastReport: { authorityUserId, createdAt } as never,
})

test.each([
  ['of somebody else', report('ben', '2026-11-20T10:00:00.000Z'), true],
  ['of the reader', report('ann', '2026-11-20T10:00:00.000Z'), false],
  ['of long ago', report('ben', '2026-11-01T10:00:00.000Z'), false],
  ['that does not exist', {}, false],
])('a report %s is fresh: %s', (_, fields, expected) => {
  expect(hasFreshReport(goal(fields), 'ann', now)).toBe(expected)
})
