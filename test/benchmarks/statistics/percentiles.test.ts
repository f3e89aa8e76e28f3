import { expect, it } from 'vitest'
import { latencyOf, median } from './percentiles.ts'

it('finds the value of the nearest rank', () => {
  expect(latencyOf(Array.from({ length: 100 }, (_, index) => 100 - index))).toEqual({
    p50: 50,
    p95: 95,
    p99: 99,
  })
  expect(median([3, 1, 2])).toBe(2)
  expect(median([])).toBeNaN()
})
