import { expect, test } from 'vitest'
import { seriesOf, shareOf } from './measure-series.ts'

test('a series has the values of one measure, from the reports that gave one', () => {
  const report = (revision: number, ...measurements: { measureId: string; value: number }[]) => ({
    revision,
    summary: `Report ${revision}`,
    createdAt: `2026-11-0${revision}T00:00:00.000Z`,
    measurements,
  })
  const updates = [
    report(1),
    report(2, { measureId: 'a', value: 5 }, { measureId: 'b', value: 7 }),
    report(3, { measureId: 'b', value: 8 }),
    report(4, { measureId: 'a', value: 0 }),
  ]
  expect(seriesOf('a', updates)).toEqual([
    { revision: 2, time: Date.parse('2026-11-02'), value: 5, summary: 'Report 2' },
    { revision: 4, time: Date.parse('2026-11-04'), value: 0, summary: 'Report 4' },
  ])
})

test.each([
  [100, 24, 62, 0.5],
  [100, 24, 120, 0],
  [100, 24, 10, 1],
  [0, 4, 1, 0.25],
])('from %s to %s, %s is %s of the way', (start, target, value, share) => {
  expect(shareOf(value, { start, target })).toBe(share)
})
