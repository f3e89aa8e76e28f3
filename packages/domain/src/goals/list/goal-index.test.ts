import { describe, expect, test } from 'vitest'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { mergeRows, positionOf } from './goal-index.ts'

const ids = [
  '10000000-0000-4000-8000-000000000001',
  '20000000-0000-4000-8000-000000000002',
  '30000000-0000-4000-8000-000000000003',
]
const start = Date.parse('2026-11-20T10:00:00.000Z')

/** A goal by its number, as it was changed this many milliseconds after the start. */
const row = (goal: number, after: number, version = 1): GoalRow =>
  ({
    goalId: ids[goal],
    updatedAt: new Date(start + after).toISOString(),
    version,
    title: `v${version}`,
  }) as GoalRow
const whole = (...data: GoalRow[]) => ({ data, end: undefined })

describe('rows of several partitions', () => {
  test('are in the order of their last change', () => {
    expect(mergeRows([whole(row(0, 3), row(1, 1)), whole(row(2, 2))])).toEqual({
      data: [row(0, 3), row(2, 2), row(1, 1)],
      cursor: null,
    })
  })

  test('of a goal in two of them are one, the later version, in any order', () => {
    const [before, after] = [row(0, 1, 4), row(0, 2, 5)]
    for (const pages of [
      [whole(before), whole(after)],
      [whole(after), whole(before)],
    ]) {
      expect(mergeRows(pages)).toEqual({ data: [after], cursor: null })
    }
  })

  test('below the end of a page that is not whole are for the next one', () => {
    const end = positionOf(row(1, 5))
    expect(mergeRows([{ data: [row(0, 7), row(1, 5)], end }, whole(row(2, 3))])).toEqual({
      data: [row(0, 7), row(1, 5)],
      cursor: end,
    })
  })

  test('end at the latest of several ends', () => {
    const [early, late] = [positionOf(row(0, 2)), positionOf(row(1, 6))]
    for (const pages of [
      [
        { data: [row(0, 2)], end: early },
        { data: [row(1, 6)], end: late },
      ],
      [
        { data: [row(1, 6)], end: late },
        { data: [row(0, 2)], end: early },
      ],
    ]) {
      expect(mergeRows(pages)).toEqual({ data: [row(1, 6)], cursor: late })
    }
  })

  test('may be none, and more follow', () => {
    expect(mergeRows([{ data: [], end: '5' }])).toEqual({ data: [], cursor: '5' })
    expect(mergeRows([])).toEqual({ data: [], cursor: null })
  })
})
