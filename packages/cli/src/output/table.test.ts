import { expect, it } from 'vitest'
import { table, widthOf } from './table.ts'

it.each([
  ['abc', 3],
  ['größe', 5],
  ['日本', 4],
  ['🏔️', 1],
  ['👩‍🚀', 2],
  ['é', 1],
  ['', 0],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

it('aligns columns, without blanks at the end', () => {
  expect(
    table([
      ['a', '日本', 'x'],
      ['bcd', 'e', ''],
    ]),
  ).toEqual(['a    日本  x', 'bcd  e'])
})

it('aligns rows of different lengths', () => {
  expect(table([['a'], ['b', 'c'], ['ddd', 'e', 'f']])).toEqual(['a', 'b    c', 'ddd  e  f'])
  expect(table([])).toEqual([])
})
