import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heapOf } from './heap.ts'

const row = { width: 60, height: 20, maximumRows: 3, largestStone: { width: 14, height: 8 } }

/** How many stones each row has, from below. */
const rowsOf = (count: number) => {
  const rows = Map.groupBy(heapOf(count, row), ({ y }) => y)
  return [...rows].toSorted(([one], [other]) => other - one).map(([, { length }]) => length)
}

describe('a heap', () => {
  it.each([
    [0, []],
    [1, [1]],
    [2, [2]],
    [3, [2, 1]],
    [4, [3, 1]],
    [6, [3, 2, 1]],
    [7, [4, 3]],
    [12, [5, 4, 3]],
    [20, [8, 7, 5]],
  ])('of %i stones has rows of %j', (count, rows) => {
    expect(rowsOf(count)).toEqual(rows)
  })

  it('stays within its drawing, and no stones overlap', () => {
    assert(
      property(integer({ min: 0, max: 200 }), integer({ min: 1, max: 9 }), (count, maximumRows) => {
        const places = heapOf(count, { ...row, maximumRows })
        expect(places).toHaveLength(count)
        for (const [index, { x, y, width, height }] of places.entries()) {
          expect(x - width / 2).toBeGreaterThanOrEqual(-1e-9)
          expect(x + width / 2).toBeLessThanOrEqual(60 + 1e-9)
          expect(y - height / 2).toBeGreaterThanOrEqual(-1e-9)
          expect(y + height / 2).toBeLessThanOrEqual(20 + 1e-9)
          const before = places[index - 1]
          if (before?.y === y) expect(x - before.x).toBeGreaterThanOrEqual(width - 1e-9)
        }
      }),
    )
  })
})
