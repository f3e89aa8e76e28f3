import { expect, test } from 'vitest'
import { createFairTurns } from './fair-queue.ts'

/** Work by name that notes when it began, and ends when it is told to. */
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

test('no more than so many run at once, the others in the order in which they came', async () => {
  const { begun, work, endOne } = createWork()
  const inTurn = createFairTurns(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn('one lane', work(name)))
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (let left = 0; left < 3; left++) await endOne()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('lanes take turns, however long one of them is', async () => {
  const { begun, work, endOne } = createWork()
  const inTurn = createFairTurns(1)
  const flood = Array.from({ length: 5 }, (_, index) => inTurn('flood', work(`flood ${index}`)))
  const others = ['ann', 'ben'].map((name) => inTurn(name, work(name)))
  for (let left = 0; left < 7; left++) await endOne()
  await Promise.all([...flood, ...others])
  expect(begun).toEqual(['flood 0', 'flood 1', 'ann', 'ben', 'flood 2', 'flood 3', 'flood 4'])
})

test('work that fails gives its turn on, and its failure to who asked for it', async () => {
  const inTurn = createFairTurns(1)
  const failing = inTurn('a', () => Promise.reject(new Error('broken')))
  const throwing = inTurn('a', () => {
    throw new Error('thrown')
  })
  const working = inTurn('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(throwing).rejects.toThrow('thrown')
  expect(await working).toBe('done')
  expect(await inTurn('c', async () => 'later')).toBe('later')
})
