import { expect, test } from 'vitest'
import { createWaitingKeys } from './waiting-keys.ts'

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
