import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestTasks } from './request-tasks.ts'

const now = new Date('2026-11-20T10:00:00.000Z').getTime()
const deadline = now + 8_000

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts work that the test completes, and records whether it was aborted. */
function startWork(background = createRequestTasks()) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  background.run((end) => {
    signal = end
    return promise
  })
  return { background, resolve, reject, wasAborted: () => signal?.aborted }
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

test('returns immediately and leaves no timer if there is no work', async () => {
  expect(await isDone(createRequestTasks().settle(deadline))).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('waits until all work is done and does not abort it', async () => {
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
  expect(first.wasAborted()).toBe(false)
})

test('aborts work that takes longer than 100 ms', async () => {
  const { background, wasAborted } = startWork()
  const settled = background.settle(deadline)
  await vi.advanceTimersByTimeAsync(99)
  expect(wasAborted()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(settled)).toBe(true)
  expect(wasAborted()).toBe(true)
})

test('does not wait beyond the deadline', async () => {
  for (const [left, waited] of [
    [40, 40],
    [0, 0],
    [-5_000, 0],
  ] as const) {
    const { background, wasAborted } = startWork()
    const settled = background.settle(Date.now() + left)
    await vi.advanceTimersByTimeAsync(waited)
    expect(await isDone(settled)).toBe(true)
    expect(wasAborted()).toBe(true)
  }
})

test('a failure of one piece of work does not affect the rest', async () => {
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

test('does not start work after it has settled', async () => {
  const background = createRequestTasks()
  await background.settle(deadline)
  const { wasAborted } = startWork(background)
  expect(wasAborted()).toBeUndefined()
})
