import { expect, test } from 'vitest'
import { readKeys } from './read-keys.ts'

const known = ['g h', 'g g', 'c', '?']

test.each<[string, string | undefined, string, number, ReturnType<typeof readKeys>]>([
  ['a single key', undefined, 'c', 0, { matched: 'c' }],
  ['a key with Shift', undefined, '?', 0, { matched: '?' }],
  ['the beginning of a sequence', undefined, 'g', 5, { pending: { key: 'g', at: 5 } }],
  ['a sequence', 'g', 'h', 1_500, { matched: 'g h' }],
  ['the same key twice', 'g', 'g', 10, { matched: 'g g' }],
  ['a second key that comes too late', 'g', 'h', 1_501, {}],
  ['a single key after a beginning', 'g', 'c', 10, { matched: 'c' }],
  ['a key that nothing knows', undefined, 'x', 0, {}],
  ['a key that nothing knows after a beginning', 'g', 'x', 10, {}],
])('%s', (_, before, key, at, expected) => {
  expect(readKeys(known, before === undefined ? undefined : { key: before, at: 0 }, { key, at })).toEqual(
    expected,
  )
})
