import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackgroundWork } from './background-work.ts'

const now = new Date('2026-11-20T10:00:00.000Z').getTime()
const deadline = now + 8_000

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that is done when the test says so, and notes whether it was ended. */
function startWork(background = createBackgroundWork()) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  background.run((end) => {
    signal = end
    return promise
  })
  return { background, resolve, reject, wasEnded: () => signal?.aborted }
}

/** Whether the promise has settled once every callback that is due has run. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  promise.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return done
}

test('without work, nothing is waited for and no timer is left', async () => {
  expect(await isDone(createBackgroundWork().settle(deadline))).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('work is waited for until it is done, and then not ended', async () => {
  const first = startWork()
  const second = startWork(first.background)
  const settled = first.background.settle(deadline)
  first.resolve()
  expect(await isDone(settled)).toBe(false)
  await vi.advanceTimersByTimeAsync(99)
  expect(await isDone(settled)).toBe(false)
  second.resolve()
  expect(await isDone(settled)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(first.wasEnded()).toBe(false)
})

test('work that is not done after 100 ms is ended', async () => {
  const { background, wasEnded } = startWork()
  const settled = background.settle(deadline)
  await vi.advanceTimersByTimeAsync(99)
  expect(wasEnded()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(settled)).toBe(true)
  expect(wasEnded()).toBe(true)
})

test('nothing is waited for beyond the deadline', async () => {
  for (const [left, waited] of [
    [40, 40],
    [0, 0],
    [-5_000, 0],
  ] as const) {
    const { background, wasEnded } = startWork()
    const settled = background.settle(Date.now() + left)
    await vi.advanceTimersByTimeAsync(waited)
    expect(await isDone(settled)).toBe(true)
    expect(wasEnded()).toBe(true)
  }
})

test('work that fails fails nothing else', async () => {
  const { background, reject } = startWork()
  background.run(() => {
    throw new Error('no such attribute')
  })
  const other = startWork(background)
  const settled = background.settle(deadline)
  reject(new Error('no connection'))
  expect(await isDone(settled)).toBe(false)
  other.resolve()
  expect(await isDone(settled)).toBe(true)
})

test('starts nothing once the work of the request is settled', async () => {
  const background = createBackgroundWork()
  await background.settle(deadline)
  const { wasEnded } = startWork(background)
  expect(wasEnded()).toBeUndefined()
})
