import { describe, expect, test } from 'vitest'
import { postingChanges } from './postings.ts'
import { keyWord, wordsOf } from './words.ts'

const long = 'x'.repeat(64)

describe('the postings of a goal', () => {
  test.each<[string, string[], string[], { added: string[]; removed: string[] }]>([
    ['of a new goal are added', [], ['plant', 'trees'], { added: ['plant', 'trees'], removed: [] }],
    ['of words that remain are left alone', ['a', 'b'], ['b', 'c'], { added: ['c'], removed: ['a'] }],
    ['of a deleted goal are removed', ['a'], [], { added: [], removed: ['a'] }],
    [
      'of a long word are left alone by another edit',
      [`${long}y`],
      ['a', `${long}y`],
      { added: ['a'], removed: [] },
    ],
    ['of long words that begin alike are one', [`${long}y`], [`${long}z`], { added: [], removed: [] }],
    ['of a long word are cut', [`${long}y`], [], { added: [], removed: [long] }],
    ['that a long and a short word share remain', [long, `${long}y`], [long], { added: [], removed: [] }],
    ['of long words are added once', [], [`${long}y`, `${long}z`], { added: [long], removed: [] }],
  ])('%s', (_, before, after, changes) => {
    expect(postingChanges(before, after)).toEqual(changes)
  })
})

describe('the words of a text', () => {
  test.each<[string[], string[]]>([
    [['Plant trees, plant!'], ['plant', 'trees']],
    [
      ['b a', 'c'],
      ['a', 'b', 'c'],
    ],
    [['Straße ÉCOLE'], ['straße', 'école']],
    [['e\u0301cole'], ['école']],
    [['ﬁne Ⅳ'], ['fine', 'iv']],
    [['40 % in Q3'], ['40', 'in', 'q3']],
    [['植える 木'], ['え', 'る', '木', '植']],
    [['ต้นไม้'], ['ต้', 'น', 'ม้', 'ไ']],
    [['ISO木9001'], ['9001', 'iso', '木']],
    [['— … !'], []],
  ])('%j are %j', (texts, words) => {
    expect(wordsOf(...texts)).toEqual(words)
  })

  test('are cut in keys to 64 characters, not in the middle of one', () => {
    expect(keyWord(`${'😀'.repeat(65)}`)).toBe('😀'.repeat(64))
    expect(keyWord('tree')).toBe('tree')
  })
})
