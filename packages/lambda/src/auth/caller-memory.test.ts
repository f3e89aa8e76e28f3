import { callerOfSession } from '@cairn/domain/requests/access'
import { expect, it } from 'vitest'
import { createCallerMemory } from './caller-memory.ts'

const ada = callerOfSession('email:ada', 'acme')
const bob = callerOfSession('email:bob', 'acme')

it('recalls what it was last told of a credential, until it is told to forget it', () => {
  const memory = createCallerMemory()
  expect(memory.recall('key')).toBeUndefined()
  memory.remember('key', ada)
  expect(memory.recall('key')).toEqual(ada)
  memory.remember('key', bob)
  expect(memory.recall('key')).toEqual(bob)
  expect(memory.recall('another key')).toBeUndefined()
  memory.forget('key')
  expect(memory.recall('key')).toBeUndefined()
})

it('forgets whoever has been away longest when it is full', () => {
  const memory = createCallerMemory(2)
  memory.remember('a', ada)
  memory.remember('b', bob)
  memory.remember('a', ada)
  memory.remember('c', bob)
  expect(['a', 'b', 'c'].map(memory.recall)).toEqual([ada, undefined, bob])
})

it('stays within its limit, however many callers there are', () => {
  const memory = createCallerMemory()
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`)
  for (const key of keys) memory.remember(key, ada)
  expect(keys.filter(memory.recall)).toEqual(keys.slice(-4_096))
})
