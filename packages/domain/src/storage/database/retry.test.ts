import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase } from './client.ts'
import { callBeforeDeadline, lostRace, pauseBeforeRetry, retryOnLostRace } from './retry.ts'

const plain = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const withTimeLeft = (milliseconds: number) => ({ ...plain, deadline: Date.now() + milliseconds })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('throws unavailable with its cause, without waiting, if the pause would end after the deadline', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const cause = new Error('a conflict')
  const late = pauseBeforeRetry(withTimeLeft(400), 10, cause)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', cause })
})

test('waits if the pause ends before the deadline', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await pauseBeforeRetry(withTimeLeft(60_000), 10)
  const paused = vi.fn()
  const pause = pauseBeforeRetry(plain, 1).then(paused)
  // A timer ends after all that only waits for promises.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(paused).not.toHaveBeenCalled()
  await pause
})

test('pauses at most 20 ms first, then up to twice as long each time, and never over 500 ms', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const fits = async (attempt: number, milliseconds: number) =>
    pauseBeforeRetry(withTimeLeft(milliseconds), attempt).then(
      () => true,
      () => false,
    )
  const longest = [20, 40, 80, 160, 320, 500, 500]
  for (const [index, milliseconds] of longest.entries()) {
    expect(await fits(index + 1, milliseconds)).toBe(false)
  }
  expect(await fits(1, 21)).toBe(true)
  expect(await fits(2, 41)).toBe(true)
})

test('repeats an attempt until it does not lose the race', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const results = [lostRace, lostRace, 'done', 'never'] as const
  let attempts = 0
  expect(await retryOnLostRace(withTimeLeft(60_000), async () => results[attempts++])).toBe('done')
  expect(attempts).toBe(3)
})

test('throws unavailable if every attempt loses the race', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const attempt = async () => lostRace
  await expect(retryOnLostRace(withTimeLeft(30), attempt)).rejects.toMatchObject({ code: 'unavailable' })
})

describe('a call before the deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  /** Fails as the SDK does if the call is aborted. */
  const hanging = ({ abortSignal }: { abortSignal?: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      abortSignal?.addEventListener('abort', () => reject(new Error('aborted')))
    })

  test('returns its result, and leaves no timer', async () => {
    expect(await callBeforeDeadline(withTimeLeft(100), async () => 'done')).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has no end without a deadline', async () => {
    expect(await callBeforeDeadline(plain, async (options) => options)).toEqual({})
  })

  test('is not made after the deadline', async () => {
    const call = vi.fn()
    for (const milliseconds of [0, -1]) {
      await expect(callBeforeDeadline(withTimeLeft(milliseconds), call)).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
    expect(call).not.toHaveBeenCalled()
  })

  test('is aborted at the deadline', async () => {
    const outcome = callBeforeDeadline(withTimeLeft(100), hanging).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(99)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ code: 'unavailable', cause: new Error('aborted') })
  })

  test('throws its own error if it fails earlier, and leaves no timer', async () => {
    const error = new Error('refused')
    await expect(callBeforeDeadline(withTimeLeft(100), () => Promise.reject(error))).rejects.toBe(error)
    expect(vi.getTimerCount()).toBe(0)
  })
})
