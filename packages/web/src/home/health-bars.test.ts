import { expect, test } from 'vitest'
import { healthBars } from './health-bars.ts'

const goals = (...healths: ('on_track' | 'at_risk' | 'off_track' | null)[]) =>
  healths.map((health) => ({ health }))
const size = { width: 103, gap: 3 }

test('divides the bar by health, with gaps between the parts', () => {
  expect(healthBars(goals('on_track', null, 'on_track', 'on_track'), size)).toEqual([
    { part: 'on_track', count: 3, x: 0, width: 75 },
    { part: 'at_risk', count: 0, x: 78, width: 0 },
    { part: 'off_track', count: 0, x: 78, width: 0 },
    { part: 'none', count: 1, x: 78, width: 25 },
  ])
})

test('the parts fill the width', () => {
  const bars = healthBars(goals('on_track', 'at_risk', 'off_track', null, 'off_track'), size)
  expect(bars.map(({ count }) => count)).toEqual([1, 1, 2, 1])
  const last = bars.at(-1)
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(size.width)
})

test('has one part if all goals have the same health, and none without goals', () => {
  expect(healthBars(goals('at_risk'), size)[1]).toEqual({ part: 'at_risk', count: 1, x: 0, width: 103 })
  expect(healthBars([], size).every(({ count, width }) => count === 0 && width === 0)).toBe(true)
})
