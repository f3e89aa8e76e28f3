import { expect, test } from 'vitest'
import { healthBars } from './health-bars.ts'

const counts = (some: object) => ({ on_track: 0, at_risk: 0, off_track: 0, none: 0, ...some })
const size = { width: 103, gap: 3 }

test('divides the bar by health, with gaps between the parts', () => {
  expect(healthBars(counts({ on_track: 3, none: 1 }), size)).toEqual([
    { part: 'on_track', count: 3, x: 0, width: 75 },
    { part: 'at_risk', count: 0, x: 78, width: 0 },
    { part: 'off_track', count: 0, x: 78, width: 0 },
    { part: 'none', count: 1, x: 78, width: 25 },
  ])
})

test('the parts fill the width', () => {
  const bars = healthBars(counts({ on_track: 1, at_risk: 1, off_track: 2, none: 1 }), size)
  expect(bars.map(({ count }) => count)).toEqual([1, 1, 2, 1])
  const last = bars.at(-1)
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(size.width)
})

test('has one part if all goals have the same health, and none without goals', () => {
  expect(healthBars(counts({ at_risk: 1 }), size)[1]).toEqual({ part: 'at_risk', count: 1, x: 0, width: 103 })
  expect(healthBars(counts({}), size).every(({ count, width }) => count === 0 && width === 0)).toBe(true)
})
