import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DueTimer, startDueTimer } from './due-timer.ts'

const minute = 60_000
let timer: DueTimer | undefined
let logged: string[]
const logError = (message: string, error: unknown) => logged.push(`${message}: ${(error as Error).message}`)

beforeEach(() => {
  vi.useFakeTimers()
  logged = []
})
afterEach(async () => {
  vi.useRealTimers()
  await timer?.stop()
})

describe('the timer of what is due', () => {
  it('sweeps at the start, and then each minute', async () => {
    const sweep = vi.fn(async () => undefined)
    timer = startDueTimer({ sweep, logError })
    expect(sweep).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(sweep).toHaveBeenCalledTimes(4)
  })

  it('never sweeps twice at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sweep = vi.fn(() => promise)
    timer = startDueTimer({ sweep, logError })
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(sweep).toHaveBeenCalledTimes(1)
    resolve()
    await vi.advanceTimersByTimeAsync(minute)
    expect(sweep).toHaveBeenCalledTimes(2)
  })

  it('logs a sweep that fails, and tries again in a minute', async () => {
    const sweep = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('down'))
    timer = startDueTimer({ sweep, logError })
    await vi.advanceTimersByTimeAsync(minute)
    expect(sweep).toHaveBeenCalledTimes(2)
    expect(logged).toEqual(['failed to look for what is due, which is tried again: down'])
  })

  it('does nothing by itself if it is told so', async () => {
    const sweep = vi.fn(async () => undefined)
    timer = startDueTimer({ sweep, logError, every: null })
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(sweep).not.toHaveBeenCalled()
    await timer.sweep()
    expect(sweep).toHaveBeenCalledTimes(1)
  })

  it('stops: tells the sweep to end, waits for it, and sweeps no more', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    const sweep = vi.fn((_: unknown, context: { signal?: AbortSignal }) => {
      signal = context.signal
      return promise
    })
    timer = startDueTimer({ sweep, logError })
    let isStopped = false
    const stopping = timer.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(10)
    expect([signal?.aborted, isStopped]).toEqual([true, false])
    resolve()
    await stopping
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(sweep).toHaveBeenCalledTimes(1)
  })

  it('stops within 5 seconds, whatever the sweep waits for', async () => {
    timer = startDueTimer({ sweep: () => new Promise(() => undefined), logError })
    const stopping = timer.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    await stopping
    timer = undefined
  })
})
