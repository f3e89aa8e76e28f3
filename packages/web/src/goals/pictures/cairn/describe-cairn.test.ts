import { expect, test } from 'vitest'
import { describeCairn } from './describe-cairn.ts'
import { describeParentCairn } from './describe-parent-cairn.ts'

test.each([
  [0, [], 'No reports yet'],
  [1, ['on_track'], '1 report: on track'],
  [1, [null], '1 report: no health yet'],
  [3, ['on_track', 'on_track', 'at_risk'], '3 reports: 2 on track, 1 at risk. The latest: at risk'],
  [
    30,
    ['off_track', null, 'on_track'],
    '30 reports: of the last 3, 1 on track, 1 off track, 1 no health yet. The latest: on track',
  ],
  // Reports from before their health was kept.
  [2, [], '2 reports'],
] as const)('%i reports with %j: %s', (count, recent, text) => {
  expect(describeCairn(count, recent)).toBe(text)
})

const rollup = {
  children: 2,
  descendants: 6,
  byStatus: { active: 3, paused: 1, completed: 1, archived: 1 },
  byHealth: { on_track: 1, at_risk: 0, off_track: 2, none: 0 },
  progress: 0.5,
}

test('the cairn of a goal with goals below it says how they are, what presses most first, and how it is itself', () => {
  expect(describeParentCairn({ status: 'active', health: 'on_track', rollup })).toBe(
    '6 goals below: 2 off track, 1 paused, 1 on track, 1 completed. The goal itself: on track',
  )
  const archived = {
    ...rollup,
    descendants: 1,
    byStatus: { active: 0, paused: 0, completed: 0, archived: 1 },
    byHealth: { on_track: 0, at_risk: 0, off_track: 0, none: 0 },
  }
  expect(describeParentCairn({ status: 'completed', health: null, rollup: archived })).toBe(
    '1 goal below. The goal itself: completed',
  )
})
