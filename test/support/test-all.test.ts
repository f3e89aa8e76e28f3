import { describe, expect, it } from 'vitest'
import { chooseOf, seededRandom } from './test-all.ts'

const values = Array.from({ length: 40 }, (_, index) => index)
const seeds = Array.from({ length: 200 }, (_, seed) => seed)

describe('a sample', () => {
  it('has the size asked for, in order, with the first and the last', () => {
    for (const seed of seeds) {
      const chosen = chooseOf(values, 10, seed)
      expect(chosen).toHaveLength(10)
      expect(chosen).toEqual([...new Set(chosen)].toSorted((a, b) => a - b))
      expect([chosen[0], chosen.at(-1)]).toEqual([0, 39])
    }
  })

  it('is the same for the same seed, and covers every value over many seeds', () => {
    expect(chooseOf(values, 10, 7)).toEqual(chooseOf(values, 10, 7))
    expect(new Set(seeds.flatMap((seed) => chooseOf(values, 10, seed))).size).toBe(40)
  })

  it.each([0, 1, 9, 10])('is all of %i values', (length) => {
    expect(chooseOf(values.slice(0, length), 10, 1)).toEqual(values.slice(0, length))
  })
})

it('returns numbers from 0 to below 1', () => {
  const random = seededRandom(2 ** 31 - 1)
  for (let count = 0; count < 1_000; count++) {
    const number = random()
    expect(number).toBeGreaterThanOrEqual(0)
    expect(number).toBeLessThan(1)
  }
})
