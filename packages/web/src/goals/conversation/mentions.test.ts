import { expect, test } from 'vitest'
import { insertMention, mentionable, mentionsIn, typedMention } from './mentions.ts'

const ann = { userId: 'a', displayName: 'Ann Lee' }
const anna = { userId: 'b', displayName: 'Anna' }
const other = { userId: 'c', displayName: 'Ann Lee' }
const ben = { userId: 'd', displayName: 'Ben Leeds' }
const members = [ann, anna, other, ben]

test.each([
  ['@', { start: 0, words: '' }],
  ['Hello @An', { start: 6, words: 'An' }],
  ['Hello (@Ann L', { start: 7, words: 'Ann L' }],
  ['line\n@b', { start: 5, words: 'b' }],
  ['ann@example', undefined],
  ['Hello', undefined],
  ['@ alone', undefined],
  ['@An\nnext', undefined],
  [`@${'a'.repeat(50)}`, undefined],
])('%j has the mention %j', (text, expected) => {
  expect(typedMention(text, text.length)).toEqual(expected)
})

test('only what is before the caret counts', () => {
  expect(typedMention('@Ann and more', 3)).toEqual({ start: 0, words: 'An' })
})

test.each([
  ['', [ann, anna, other, ben]],
  ['an', [ann, anna, other]],
  ['lee', [ann, other, ben]],
  ['Ann L', [ann, other]],
  ['x', []],
])('%j fits %j', (words, expected) => {
  expect(mentionable(members, words, 10)).toEqual(expected)
  expect(mentionable(members, words, 1)).toEqual(expected.slice(0, 1))
})

test('a name takes the place of what was typed', () => {
  const typed = typedMention('Hi @an, see', 6)
  expect(typed && insertMention('Hi @an, see', 6, typed, ann)).toEqual({
    text: 'Hi @Ann Lee , see',
    caret: 12,
  })
  const end = typedMention('@be', 3)
  expect(end && insertMention('@be', 3, end, ben)).toEqual({ text: '@Ben Leeds ', caret: 11 })
})

test('those count whose name is still there, also of two with one name', () => {
  expect(mentionsIn('@Ann Lee and @Anna', [ann, anna, other, ann], 20)).toEqual(['a', 'b', 'c'])
  expect(mentionsIn('@Anna', [ann, anna], 20)).toEqual(['b'])
  expect(mentionsIn('@Anna @Ann Lee', [ann, anna], 1)).toEqual(['a'])
})
