import { expect, test } from 'vitest'
import { barsOf, maximumOf, spread, ticksUpTo } from './stacked-bars.ts'

const counts = { on_track: 2, none: 0, at_risk: 1, off_track: 1 }

test('a column stands on its ground, from on track up to off track', () => {
  expect(barsOf(counts, { maximum: 8, height: 80, gap: 2 })).toEqual([
    { part: 'on_track', y: 60, height: 18 },
    { part: 'at_risk', y: 50, height: 8 },
    { part: 'off_track', y: 40, height: 8 },
  ])
  expect(maximumOf([counts, { ...counts, none: 3 }])).toBe(7)
  expect(maximumOf([])).toBe(4)
})

test.each([
  [4, [1, 2, 3, 4]],
  [7, [2, 4, 6]],
  [12, [5, 10]],
  [30, [10, 20, 30]],
  [300, [100, 200, 300]],
])('the axis up to %s has lines at %o', (maximum, expected) => {
  expect(ticksUpTo(maximum)).toEqual(expected)
})

test('labels keep their distance', () => {
  expect(spread([100, 60, 20], 18, 110)).toEqual([100, 60, 20])
  expect(spread([120, 115, 110], 18, 110)).toEqual([110, 92, 74])
  expect(spread([100, 8, 6, 4], 18, 110)).toEqual([100, 36, 18, 0])
})
