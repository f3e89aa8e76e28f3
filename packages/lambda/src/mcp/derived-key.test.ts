import type { Access } from '@cairn/domain/requests/access'
import { expect, test } from 'vitest'
import { creationKeyOf, derivedKey } from './derived-key.ts'

const callerOf = (subjectId: string, name = 'agent', version = '1', kind = 'api_token') => ({
  access: { authentication: { kind, subjectId } } as Access,
  clientInfo: { name, version },
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

test('is the same for the fields of a list in any order', () => {
  const keyOf = (criterion: object) =>
    derivedKey(caller, 'edit_goal', { criteria: [{ title: 'A' }, criterion] })
  expect(keyOf({ title: 'B', description: 'C' })).toBe(keyOf({ description: 'C', title: 'B' }))
})

test.each([
  ['another tool', caller, 'report_progress', { list: ['a', 'b'] }],
  ['another value', caller, 'publish_goal', { list: ['a', 'c'] }],
  ['another order of a list', caller, 'publish_goal', { list: ['b', 'a'] }],
  ['null', caller, 'publish_goal', { list: ['a', 'b'], owner: null }],
  ['an object instead of a list', caller, 'publish_goal', { list: { 0: 'a', 1: 'b' } }],
  ['text instead of a list', caller, 'publish_goal', { list: '["a","b"]' }],
  ['another credential', callerOf('other'), 'publish_goal', { list: ['a', 'b'] }],
  [
    'another kind of credential',
    callerOf('token', 'agent', '1', 'oauth'),
    'publish_goal',
    { list: ['a', 'b'] },
  ],
  ['another version of the client', callerOf('token', 'agent', '2'), 'publish_goal', { list: ['a', 'b'] }],
  [
    'a client that says nothing of itself',
    { access: caller.access, clientInfo: undefined },
    'publish_goal',
    { list: ['a', 'b'] },
  ],
  ['another client', callerOf('token', 'other'), 'publish_goal', { list: ['a', 'b'] }],
])('is another for %s', (_, by, tool, content) => {
  expect(derivedKey(by, tool, content)).not.toBe(derivedKey(caller, 'publish_goal', { list: ['a', 'b'] }))
})

test('the key of a creation is the caller’s own, or else the derived one', () => {
  expect(creationKeyOf(caller, 'own', 'publish_goal', {})).toEqual({
    idempotencyKey: 'own',
    isKeyDerived: false,
  })
  expect(creationKeyOf(caller, undefined, 'publish_goal', {})).toEqual({
    idempotencyKey: derivedKey(caller, 'publish_goal', {}),
    isKeyDerived: true,
  })
})
