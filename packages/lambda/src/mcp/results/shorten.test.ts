import { describe, expect, test } from 'vitest'
import { type Level, type Shortened, type ShortenOptions, type Source, shorten } from './shorten.ts'

type Options = Partial<Pick<ShortenOptions, 'whole' | 'sources' | 'totals'>>

function shortened(value: unknown, level: Level, options: Options = {}) {
  const cuts: Shortened[] = []
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

  test.each(['😀', '\u{10000}', '\u{10ffff}'])('are not cut between the halves of %j', (character) => {
    const { value, cuts } = shortened(character.repeat(50), { text: 21, list: 9 })
    expect(value).toBe(`${character.repeat(10)}…[+80]`)
    expect(cuts).toEqual([{ path: '', shown: 20, total: 100 }])
  })

  test.each([
    'id',
    'goalId',
    'ownerUserId',
    'historyHash',
    'hash',
    'sha256',
    'nextCursor',
    'cursor',
    'code',
    'message',
  ])('are never cut in %s', (name) => {
    const long = 'x'.repeat(500)
    expect(shortened({ [name]: long }, { text: 0, list: 0 })).toEqual({ value: { [name]: long }, cuts: [] })
  })
})

describe('lists', () => {
  const list = ['a', 'b', 'c', 'd']

  test('keep their first elements', () => {
    expect(shortened({ list }, { text: 20, list: 3 })).toEqual({
      value: { list: ['a', 'b', 'c'] },
      cuts: [{ path: 'list', shown: 3, total: 4 }],
    })
  })

  test('shown in part already say how many there are', () => {
    const { cuts } = shortened({ list }, { text: 20, list: 9 }, { totals: { list: 30 } })
    expect(cuts).toEqual([{ path: 'list', shown: 4, total: 30 }])
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

describe('lists that keep their newest elements', () => {
  const list = [{ n: 'a'.repeat(50) }, { n: 'b' }, { n: 'c'.repeat(50) }]
  const readOn = (entry: number | string) => ({ tool: 'get_history', arguments: { entry } }) as const
  const sourcesOf = (isCut = false) =>
    new Map<object, Source>([
      [list, { isCut, older: (shown) => readOn(`before the newest ${shown}`) }],
      ...list.map((entry, index): [object, Source] => [entry, { readOn: readOn(index) }]),
    ])

  test('say so, count what is shown, and name the call for older ones', () => {
    expect(shortened({ list }, { text: 10, list: 2 }, { sources: sourcesOf() })).toEqual({
      value: { list: [{ n: 'b' }, { n: `${'c'.repeat(10)}…[+40]` }] },
      cuts: [
        { path: 'list', shown: 2, total: 3, kept: 'newest', readOn: readOn('before the newest 2') },
        { path: 'list.1', readOn: readOn(2) },
      ],
    })
  })

  test('may lack older ones that nobody has counted', () => {
    const { cuts } = shortened({ list }, { text: 99, list: 9 }, { sources: sourcesOf(true) })
    expect(cuts).toEqual([{ path: 'list', shown: 3, kept: 'newest', readOn: readOn('before the newest 3') }])
  })

  test('may show none', () => {
    const { value, cuts } = shortened({ list }, { text: 0, list: 0 }, { sources: sourcesOf() })
    expect(value).toEqual({ list: [] })
    expect(cuts).toMatchObject([{ path: 'list', shown: 0, total: 3 }])
  })
})

describe('an entry whose source is known', () => {
  const inner = { summary: 's'.repeat(90) }
  const entry = { title: 't'.repeat(90), labels: ['a', 'b', 'c'], inner }
  const goal = { tool: 'get_goal', arguments: { goalId: 'g' } } as const
  const report = { tool: 'get_history', arguments: { goalId: 'g', entry: 3 } } as const

  test('has one cut, whatever is left out of it, and the sources in it their own', () => {
    const sources = new Map<object, Source>([
      [entry, { readOn: goal }],
      [inner, { readOn: report }],
    ])
    const { cuts } = shortened({ goals: [entry] }, { text: 9, list: 1 }, { sources })
    expect(cuts).toEqual([
      { path: 'goals.0', readOn: goal },
      { path: 'goals.0.inner', readOn: report },
    ])
    const onlyInner = shortened({ goals: [{ inner }] }, { text: 9, list: 1 }, { sources })
    expect(onlyInner.cuts).toEqual([{ path: 'goals.0.inner', readOn: report }])
  })

  test('has none if it is whole, unless it was shortened before', () => {
    const whole: Level = { text: 999, list: 9 }
    expect(shortened(entry, whole, { sources: new Map([[entry, { readOn: goal }]]) }).cuts).toEqual([])
    const before = new Map<object, Source>([[entry, { readOn: goal, isCut: true }]])
    expect(shortened({ entry }, whole, { sources: before }).cuts).toEqual([{ path: 'entry', readOn: goal }])
  })
})

test('a part continues the count of the whole', () => {
  const cuts: Shortened[] = []
  const options = { level: { text: 10, list: 2 }, cuts }
  shorten('a'.repeat(50), options, 'details', 100)
  shorten([{ note: 'n'.repeat(40) }, {}, {}], options, 'verdicts', 7)
  expect(cuts).toEqual([
    { path: 'details', shown: 110, total: 150 },
    { path: 'verdicts', shown: 9, total: 10 },
    { path: 'verdicts.7.note', shown: 10, total: 40 },
  ])
})
