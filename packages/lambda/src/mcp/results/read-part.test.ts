import { describe, expect, test } from 'vitest'
import { partResult } from './read-part.ts'

const goal = { details: 'abcdef', criteria: [{ title: 'one' }, { title: 'two' }], count: 3, owner: null }
const partOf = (path: string, offset?: number) => partResult(goal, { path, offset }).structuredContent

describe('a part', () => {
  test.each<[string, number | undefined, unknown]>([
    ['details', undefined, { path: 'details', offset: 0, part: 'abcdef' }],
    ['details', 4, { path: 'details', offset: 4, part: 'ef' }],
    ['details', 6, { path: 'details', offset: 6, part: '' }],
    ['criteria', 1, { path: 'criteria', offset: 1, part: [{ title: 'two' }] }],
    ['criteria.1.title', 0, { path: 'criteria.1.title', offset: 0, part: 'two' }],
  ])('at %s from %s', (path, offset, expected) => {
    expect(partOf(path, offset)).toMatchObject(expected as object)
  })

  test.each([
    'count',
    'owner',
    'owner.name',
    'criteria.2.title',
    'criteria.0',
    'nothing',
    '',
    'details.0.x',
    'toString',
    'criteria.length',
    '__proto__',
  ])('at %j is refused: there is no text or list', (path) => {
    expect(() => partOf(path)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: [{ path: 'path', message: expect.stringContaining('criteria.3.description') }],
      }),
    )
  })

  test('of more than the limit says from where to read on, counted in the whole', () => {
    const long = { details: 'x'.repeat(20_000) }
    const { structuredContent } = partResult(long, { path: 'details', offset: 5_000, maxKiB: 4 })
    const { part, cut } = structuredContent as {
      part: string
      cut: { path: string; shown: number; total: number }[]
    }
    const shown = part.indexOf('…')
    expect(shown).toBeGreaterThan(500)
    expect(cut).toEqual([{ path: 'details', shown: 5_000 + shown, total: 20_000 }])
  })
})
