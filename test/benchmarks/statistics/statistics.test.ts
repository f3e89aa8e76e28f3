import { describe, expect, it } from 'vitest'
import { latencyOf, median } from './percentiles.ts'
import { croppedWelch, mannWhitney, medianOfDifferences, twoSidedProbability } from './two-samples.ts'

const numbers = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => of(index))
/** Between 0 and 1, distributed like noise, and the same in every run. */
const noise = (index: number) => Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1

describe('percentiles', () => {
  it('are the values of the nearest rank', () => {
    expect(latencyOf(numbers(100, (index) => 100 - index))).toEqual({ p50: 50, p95: 95, p99: 99 })
    expect(median([3, 1, 2])).toBe(2)
    expect(median([])).toBeNaN()
  })
})

describe('two samples', () => {
  it.each([
    [0, 1],
    [1.959964, 0.05],
    [-2.575829, 0.01],
    [3.290527, 0.001],
  ])('%d deviations apart have the probability %d by chance', (z, probability) => {
    expect(twoSidedProbability(z)).toBeCloseTo(probability, 5)
  })

  it('have the Mann-Whitney statistic of a worked example', () => {
    // U = 0 of 5 and 5 values, of which the deviation is the root of 25 * 11 / 12.
    const { z, superiority } = mannWhitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    expect(z).toBeCloseTo(-12.5 / Math.sqrt((25 * 11) / 12), 10)
    expect(superiority).toBe(0)
  })

  it('count ties as half', () => {
    expect(mannWhitney([1, 1, 1], [1, 1, 1])).toEqual({ z: 0, probability: 1, superiority: 0.5 })
    expect(mannWhitney([1, 2], [2, 3]).superiority).toBe(0.125)
  })

  it('are told apart if one is shifted, but not if both have the same distribution', () => {
    const first = numbers(1_000, (index) => 10 + noise(index))
    const second = numbers(1_000, (index) => 10 + noise(index + 7_919))
    const shifted = second.map((value) => value + 0.2)
    expect(mannWhitney(first, second).probability).toBeGreaterThan(0.05)
    expect(Math.abs(croppedWelch(first, second))).toBeLessThan(4.5)
    expect(mannWhitney(shifted, first).probability).toBeLessThan(1e-6)
    expect(croppedWelch(shifted, first)).toBeGreaterThan(4.5)
  })

  it('have the median of their differences within its interval', () => {
    const first = numbers(1_000, noise)
    const { median, low, high } = medianOfDifferences(
      first.map((value) => value + 5),
      first,
    )
    expect([median, low, high].map((value) => Math.round(value))).toEqual([5, 5, 5])
    const noisy = medianOfDifferences(
      first,
      numbers(1_000, (index) => noise(index + 7_919)),
    )
    expect(noisy.low).toBeLessThan(0)
    expect(noisy.high).toBeGreaterThan(0)
  })
})
