import { expect, test } from 'vitest'
import { barsOf, maximumOf, spread } from './stacked-bars.ts'

const counts = { on_track: 2, none: 0, at_risk: 1, off_track: 1 }

test('a column stands on its ground, from on track up to off track', () => {
  expect(barsOf(counts, { maximum: 8, height: 80, gap: 2 })).toEqual([
    { part: 'on_track', y: 60, height: 18 },
    { part: 'at_risk', y: 50, height: 8 },
    { part: 'off_track', y: 40, height: 8 },
  ])
  expect(maximumOf([counts, { ...counts, none: 3 }])).toBe(7)
  expect(maximumOf([])).toBe(1)
})

test('labels keep their distance', () => {
  expect(spread([100, 60, 20], 18, 110)).toEqual([100, 60, 20])
  expect(spread([120, 115, 110], 18, 110)).toEqual([110, 92, 74])
})
