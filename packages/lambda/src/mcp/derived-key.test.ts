import type { Access } from '@cairn/domain/access'
import { expect, test } from 'vitest'
import { derivedKey } from './derived-key.ts'

const callerOf = (subjectId: string, name = 'agent') => ({
  access: { authentication: { kind: 'api_token', subjectId } } as Access,
  clientInfo: { name, version: '1' },
})
const caller = callerOf('token')

test('is the same for the same arguments, in any order of fields', () => {
  const key = derivedKey(caller, 'publish_goal', {
    title: 'A',
    timeframe: { kind: 'deadline', targetDate: '2027-01-01' },
  })
  expect(key).toBe(
    derivedKey(callerOf('token'), 'publish_goal', {
      timeframe: { targetDate: '2027-01-01', kind: 'deadline' },
      ownerUserId: undefined,
      title: 'A',
    }),
  )
  expect(key).toMatch(/^mcp-[\w-]{43}$/)
})

test.each([
  ['another tool', caller, 'report_progress', { list: ['a', 'b'] }],
  ['another value', caller, 'publish_goal', { list: ['a', 'c'] }],
  ['another order of a list', caller, 'publish_goal', { list: ['b', 'a'] }],
  ['null', caller, 'publish_goal', { list: ['a', 'b'], owner: null }],
  ['text instead of a list', caller, 'publish_goal', { list: '["a","b"]' }],
  ['another credential', callerOf('other'), 'publish_goal', { list: ['a', 'b'] }],
  ['another client', callerOf('token', 'other'), 'publish_goal', { list: ['a', 'b'] }],
])('is another for %s', (_, by, tool, content) => {
  expect(derivedKey(by, tool, content)).not.toBe(derivedKey(caller, 'publish_goal', { list: ['a', 'b'] }))
})
