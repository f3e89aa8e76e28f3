import { expect, test } from 'vitest'
import { derivedKey } from './derived-key.ts'

test('is the same for the same arguments, in any order of fields', () => {
  const key = derivedKey('publish_goal', {
    title: 'A',
    timeframe: { kind: 'deadline', targetDate: '2027-01-01' },
  })
  expect(key).toBe(
    derivedKey('publish_goal', {
      timeframe: { targetDate: '2027-01-01', kind: 'deadline' },
      ownerUserId: undefined,
      title: 'A',
    }),
  )
  expect(key).toMatch(/^mcp-[\w-]{43}$/)
})

test.each([
  ['another tool', 'report_progress', { list: ['a', 'b'] }],
  ['another value', 'publish_goal', { list: ['a', 'c'] }],
  ['another order of a list', 'publish_goal', { list: ['b', 'a'] }],
  ['null', 'publish_goal', { list: ['a', 'b'], owner: null }],
  ['text instead of a list', 'publish_goal', { list: '["a","b"]' }],
])('is another for %s', (_, tool, content) => {
  expect(derivedKey(tool, content)).not.toBe(derivedKey('publish_goal', { list: ['a', 'b'] }))
})
