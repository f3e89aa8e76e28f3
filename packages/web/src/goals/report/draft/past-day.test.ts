import { expect, test } from 'vitest'
import { formatPastDay } from './past-day.ts'

test.each([
  ['2026-11-20T09:00:00', 'today'],
  // The clock of the browser may be slow.
  ['2026-11-21T00:01:00', 'today'],
  ['2026-11-19T23:00:00', 'yesterday'],
  ['2026-11-18T09:00:00', 'Wednesday'],
  ['2026-11-14T09:00:00', 'Saturday'],
  ['2026-11-13T09:00:00', 'Nov 13, 2026'],
])('on November 20, %s was %s', (time, day) => {
  expect(formatPastDay(time, new Date('2026-11-20T12:00:00'))).toBe(day)
})
