import { expect, test } from 'vitest'
import { createWaitingKeys, readKeys } from './follow-keys.ts'

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

/** Keys that wait for a promise, and those that have been pressed. */
function waitFor(ready: Promise<void>) {
  const pressed: string[] = []
  const waiting = createWaitingKeys<{ key: string }>(
    () => ready,
    ({ key }) => pressed.push(key),
  )
  return { waiting, pressed }
}

test('keys are pressed in their order, also one that comes when the first can be pressed but has not been', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { waiting, pressed } = waitFor(promise)
  expect(waiting.areSome()).toBe(false)
  waiting.add({ key: 'g' })
  expect(waiting.areSome()).toBe(true)
  resolve()
  await promise
  await Promise.resolve()
  expect(pressed).toEqual([])
  expect(waiting.areSome()).toBe(true)
  waiting.add({ key: 'l' })
  await expect.poll(() => waiting.areSome()).toBe(false)
  expect(pressed).toEqual(['g', 'l'])
})

test('the page can show what a key did before the next one, and keys can wait again afterwards', async () => {
  const happened: string[] = []
  const waiting = createWaitingKeys<{ key: string }>(
    () => Promise.resolve(),
    ({ key }) => {
      happened.push(key)
      setTimeout(() => happened.push(`shown ${key}`))
    },
  )
  waiting.add({ key: 'a' })
  waiting.add({ key: 'b' })
  await expect.poll(() => happened).toEqual(['a', 'shown a', 'b', 'shown b'])
  waiting.add({ key: 'c' })
  await expect.poll(() => happened.slice(4)).toEqual(['c', 'shown c'])
})

test('they are pressed if what they wait for cannot be loaded', async () => {
  const { waiting, pressed } = waitFor(Promise.reject(new Error('offline')))
  waiting.add({ key: 'g' })
  await expect.poll(() => waiting.areSome()).toBe(false)
  expect(pressed).toEqual(['g'])
})
