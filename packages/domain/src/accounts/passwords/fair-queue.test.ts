import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Named jobs that record when they begin and end on demand. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, endOne }
}

test('runs at most `atOnce` jobs at a time, in the order of arrival', async () => {
  const { begun, work, endOne } = createWork()
  const runQueued = createFairQueue(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => runQueued('one client', work(name)))
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (let left = 0; left < 3; left++) await endOne()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('clients take turns, however many jobs one of them has', async () => {
  const { begun, work, endOne } = createWork()
  const runQueued = createFairQueue(1)
  const flood = Array.from({ length: 5 }, (_, index) => runQueued('flood', work(`flood ${index}`)))
  const others = ['ann', 'ben'].map((name) => runQueued(name, work(name)))
  for (let left = 0; left < 7; left++) await endOne()
  await Promise.all([...flood, ...others])
  expect(begun).toEqual(['flood 0', 'flood 1', 'ann', 'ben', 'flood 2', 'flood 3', 'flood 4'])
})

test('a job that fails rejects its own promise and lets the next one run', async () => {
  const runQueued = createFairQueue(1)
  const failing = runQueued('a', () => Promise.reject(new Error('broken')))
  const throwing = runQueued('a', () => {
    throw new Error('thrown')
  })
  const working = runQueued('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(throwing).rejects.toThrow('thrown')
  expect(await working).toBe('done')
  expect(await runQueued('c', async () => 'later')).toBe('later')
})
