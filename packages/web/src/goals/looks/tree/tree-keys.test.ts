import { expect, test } from 'vitest'
import { effectOfKey } from './tree-keys.ts'

const leaf = (id: string, parent?: { id: string }) => ({ id, parent, children: [] })
const parent = { id: 'a', parent: undefined, children: [1] }
const open = [parent, leaf('b', parent), leaf('c')]
const closed = [parent, leaf('c')]

test.each([
  ['ArrowDown', 'a', { focus: 'b' }],
  ['ArrowDown', 'c', undefined],
  ['ArrowUp', 'b', { focus: 'a' }],
  ['ArrowUp', 'a', undefined],
  ['Home', 'c', { focus: 'a' }],
  ['End', 'a', { focus: 'c' }],
  ['End', 'c', undefined],
  ['ArrowRight', 'a', { focus: 'b' }],
  ['ArrowRight', 'b', undefined],
  ['ArrowLeft', 'a', { fold: 'a' }],
  ['ArrowLeft', 'b', { focus: 'a' }],
  ['ArrowLeft', 'c', undefined],
  ['x', 'a', undefined],
  ['ArrowDown', 'gone', undefined],
])('%s on %s: %j', (key, current, effect) => {
  expect(effectOfKey(key, open, current, new Set())).toEqual(effect)
})

test.each([
  ['ArrowRight', { unfold: 'a' }],
  ['ArrowLeft', undefined],
  ['ArrowDown', { focus: 'c' }],
])('%s on a folded goal: %j', (key, effect) => {
  expect(effectOfKey(key, closed, 'a', new Set(['a']))).toEqual(effect)
})
