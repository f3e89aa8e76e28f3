import { assert, integer, property, record } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { kindOf, stoneKinds, stonesBelow } from './stones-below.ts'

const none = { completed: 0, on_track: 0, paused: 0, none: 0, at_risk: 0, off_track: 0 }

describe('the stones of a heap', () => {
  it('are one for each goal, what is done at the bottom, what presses most on top', () => {
    expect(stonesBelow({ ...none, off_track: 1, completed: 2, on_track: 1 }, 14)).toEqual([
      'completed',
      'completed',
      'on_track',
      'off_track',
    ])
    expect(stonesBelow(none, 14)).toEqual([])
  })

  it('stand for several goals if there are many, and show each kind', () => {
    expect(stonesBelow({ ...none, on_track: 496, at_risk: 3, off_track: 1 }, 10)).toEqual([
      ...Array(8).fill('on_track'),
      'at_risk',
      'off_track',
    ])
    expect(stonesBelow({ ...none, on_track: 50, at_risk: 50 }, 10)).toEqual([
      ...Array(5).fill('on_track'),
      ...Array(5).fill('at_risk'),
    ])
  })

  it('are as many as there is room for, in proportion', () => {
    const counts = record(
      Object.fromEntries(stoneKinds.map((kind) => [kind, integer({ min: 0, max: 500 })])) as Record<
        (typeof stoneKinds)[number],
        ReturnType<typeof integer>
      >,
    )
    assert(
      property(counts, integer({ min: 6, max: 60 }), (some, maximum) => {
        const stones = stonesBelow(some, maximum)
        const total = stoneKinds.reduce((sum, kind) => sum + some[kind], 0)
        expect(stones).toHaveLength(Math.min(total, maximum))
        for (const kind of stoneKinds) expect(stones.includes(kind)).toBe(some[kind] > 0)
      }),
    )
  })
})

test.each([
  ['active', 'at_risk', 'at_risk'],
  ['active', null, 'none'],
  ['paused', 'on_track', 'paused'],
  ['completed', null, 'completed'],
  ['archived', null, 'completed'],
] as const)('a goal that is %s and %s has a stone for %s', (status, health, kind) => {
  expect(kindOf({ status, health })).toBe(kind)
})
