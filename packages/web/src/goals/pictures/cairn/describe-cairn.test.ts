import { expect, test } from 'vitest'
import { describeCairn } from './describe-cairn.ts'

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
