import { expect, test } from 'vitest'
import { canBeParentOf, canBlock } from './relatives.ts'

const goal = (id: string, ...above: string[]) => ({
  id,
  ancestors: above.map((one) => ({ id: one, title: one })),
})
const top = goal('top')
const middle = goal('middle', 'top')
const low = goal('low', 'top', 'middle')
const other = goal('other')

test.each([
  [top, top, false],
  [top, middle, true],
  [top, low, true],
  [middle, top, false],
  [low, top, false],
  [low, middle, false],
  [other, low, true],
])('$id above $id: %s', (above, below, can) => {
  expect(canBeParentOf(above, below)).toBe(can)
})

test.each([
  [top, top, false],
  [top, low, false],
  [low, top, false],
  [other, low, true],
  [goal('sibling', 'top'), middle, true],
])('$id is waited for by $id: %s', (blocker, waiting, can) => {
  expect(canBlock(blocker, waiting)).toBe(can)
})
