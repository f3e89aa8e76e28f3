import { describe, expect, test } from 'vitest'
import { type Cut, type Level, shorten } from './shorten.ts'

function shortened(value: unknown, level: Level, options: { whole?: string[]; newestLast?: string[] } = {}) {
  const cuts: Cut[] = []
  return { value: shorten(value, { level, cuts, ...options }), cuts }
}

describe('texts', () => {
  test('are cut with a marker, and the cut says where they go on', () => {
    expect(shortened({ note: 'a'.repeat(100) }, { text: 20, list: 9 })).toEqual({
      value: { note: `${'a'.repeat(20)}…[+80]` },
      cuts: [{ path: 'note', shown: 20, total: 100 }],
    })
  })

  test('stay whole if the marker would be as long as the rest', () => {
    expect(shortened('a'.repeat(32), { text: 20, list: 9 })).toEqual({ value: 'a'.repeat(32), cuts: [] })
  })

  test('are not cut between the halves of a character', () => {
    const { value, cuts } = shortened('😀'.repeat(50), { text: 21, list: 9 })
    expect(value).toBe(`${'😀'.repeat(10)}…[+80]`)
    expect(cuts).toEqual([{ path: '', shown: 20, total: 100 }])
  })

  test.each(['id', 'goalId', 'ownerUserId', 'historyHash', 'hash', 'sha256', 'nextCursor', 'cursor', 'code'])(
    'are never cut in %s',
    (name) => {
      const long = 'x'.repeat(500)
      expect(shortened({ [name]: long }, { text: 0, list: 0 })).toEqual({ value: { [name]: long }, cuts: [] })
    },
  )
})

describe('lists', () => {
  const list = ['a', 'b', 'c', 'd']

  test('keep their first elements', () => {
    expect(shortened({ list }, { text: 20, list: 3 })).toEqual({
      value: { list: ['a', 'b', 'c'] },
      cuts: [{ path: 'list', shown: 3, total: 4 }],
    })
  })

  test('keep their last elements if these are the newest', () => {
    const { value } = shortened({ list }, { text: 20, list: 1 }, { newestLast: ['list'] })
    expect(value).toEqual({ list: ['d'] })
  })

  test('of a page stay whole, but not what is in them', () => {
    const { value, cuts } = shortened(
      { list: [{ labels: list }] },
      { text: 20, list: 0 },
      { whole: ['list'] },
    )
    expect(value).toEqual({ list: [{ labels: [] }] })
    expect(cuts).toEqual([{ path: 'list.0.labels', shown: 0, total: 4 }])
  })
})

test('a part continues the count of the whole', () => {
  const cuts: Cut[] = []
  const options = { level: { text: 10, list: 2 }, cuts }
  shorten('a'.repeat(50), options, 'details', 100)
  shorten([{ note: 'n'.repeat(40) }, {}, {}], options, 'verdicts', 7)
  expect(cuts).toEqual([
    { path: 'details', shown: 110, total: 150 },
    { path: 'verdicts', shown: 9, total: 10 },
    { path: 'verdicts.7.note', shown: 10, total: 40 },
  ])
})
