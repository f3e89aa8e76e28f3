import { describe, expect, test } from 'vitest'
import { asksForPart, partResult } from './read-part.ts'
import type { ReadOn, Shortened } from './shorten.ts'

const goal = { details: 'abcdef', criteria: [{ title: 'one' }, { title: 'two' }], count: 3, owner: null }
const readOn: ReadOn = { tool: 'get_goal', arguments: { goalId: 'g' } }
const partOf = (path?: string, offset?: number) =>
  partResult(goal, { path, offset }, readOn).structuredContent

describe('a part', () => {
  test.each<[string | undefined, number | undefined, unknown]>([
    ['details', undefined, { path: 'details', offset: 0, part: 'abcdef' }],
    ['details', 4, { path: 'details', offset: 4, part: 'ef' }],
    ['details', 6, { path: 'details', offset: 6, part: '' }],
    ['criteria', 1, { path: 'criteria', offset: 1, part: [{ title: 'two' }] }],
    ['criteria.1.title', 0, { path: 'criteria.1.title', offset: 0, part: 'two' }],
    ['criteria.0', 0, { path: 'criteria.0', offset: 0, part: { title: 'one' } }],
    ['criteria', 2, { path: 'criteria', offset: 2, part: [] }],
    [undefined, 2, { path: '', offset: 2, part: { count: 3, owner: null } }],
  ])('at %s from %s', (path, offset, expected) => {
    expect(partOf(path, offset)).toMatchObject(expected as object)
  })

  test.each([
    'count',
    'owner',
    'owner.name',
    'criteria.2.title',
    'nothing',
    'details.0.x',
    'toString',
    'criteria.length',
    '__proto__',
  ])('at %j is refused: there is no text, list or object', (path) => {
    expect(() => partOf(path)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: [{ path: 'path', message: expect.stringContaining('criteria.3.description') }],
      }),
    )
  })

  test('is asked for with a path, or with an offset in the whole', () => {
    expect([{ path: 'a' }, { offset: 1 }, { offset: 0 }, {}].map(asksForPart)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  const limited = (whole: unknown, path: string | undefined, offset: number, total?: number) =>
    partResult(whole, { path, offset, maxKiB: 4 }, readOn, total).structuredContent as {
      part: never
      cut: Shortened[]
    }
  const goOn = (path: string, offset: number) => ({ ...readOn, arguments: { goalId: 'g', path, offset } })

  test('of a text that is too long says from where to read on, counted in the whole', () => {
    const { part, cut } = limited({ details: 'x'.repeat(20_000) }, 'details', 5_000)
    const shown = (part as string).indexOf('…')
    expect(shown).toBeGreaterThan(500)
    expect(cut).toEqual([
      { path: 'details', shown: 5_000 + shown, total: 20_000, readOn: goOn('details', 5_000 + shown) },
    ])
  })

  const text = (length: number) => 'x'.repeat(length)

  test('of a list has as many whole elements as fit', () => {
    const list = Array.from({ length: 30 }, (_, n) => ({ n, text: text(200) }))
    const { part, cut } = limited({ list }, 'list', 10)
    const { length } = part as unknown[]
    expect(length).toBeGreaterThan(3)
    expect(part).toEqual(list.slice(10, 10 + length))
    expect(cut).toEqual([{ path: 'list', shown: 10 + length, total: 30, readOn: goOn('list', 10 + length) }])
  })

  test('whose first element does not fit shows that one only, shortened', () => {
    const list = [{ title: 'a' }, { title: 'b', note: text(9_000), evidence: [text(9_000)] }, { title: 'c' }]
    const { part, cut } = limited({ list }, 'list', 1)
    expect(part).toMatchObject([{ title: 'b' }])
    expect(cut).toMatchObject([
      { path: 'list.1', shown: 1, total: 3, readOn: goOn('list.1', 1) },
      { path: 'list', shown: 2, total: 3, readOn: goOn('list', 2) },
    ])
    const inner = limited({ list }, 'list.1', 1)
    expect(inner.part).toHaveProperty('note')
    expect(inner.cut.map(({ path, shown }) => [path, shown])).toEqual([
      ['list.1.note', expect.any(Number)],
      ['list.1', 2],
    ])
  })

  test('of an object has as many whole fields as fit', () => {
    const fields = { title: { from: 'a', to: 'b' }, description: { from: text(9_000), to: text(9_000) } }
    expect(limited({ fields }, 'fields', 0)).toMatchObject({
      part: { title: fields.title },
      cut: [{ path: 'fields', shown: 1, total: 2, readOn: goOn('fields', 1) }],
    })
  })

  test('of a list that is longer than what is there goes on to its end', () => {
    const { cut } = limited({ names: ['', '', 'c', 'd'] }, 'names', 2, 9)
    expect(cut).toEqual([{ path: 'names', shown: 4, total: 9, readOn: goOn('names', 4) }])
  })
})
