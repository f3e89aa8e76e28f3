import { afterEach, describe, expect, test, vi } from 'vitest'
import { CairnConnectionError, CairnResponseError, CairnTimeoutError, toApiError } from './errors.ts'
import { mayRetry, pauseMilliseconds, timerPause } from './retries.ts'

const refused = (status: number, retryAfterSeconds?: number) =>
  toApiError({ error: 'unavailable', message: 'No.' }, { status, retryAfterSeconds, requestId: undefined })

describe('a request is sent again', () => {
  test.each([
    ['the connection broke', new CairnConnectionError(), true, false],
    ['there was no response', new CairnTimeoutError(), true, false],
    ['503', refused(503), true, false],
    ['502 of a proxy', new CairnResponseError('Bad gateway', 502), true, false],
    ['504 of a proxy', new CairnResponseError('Gateway timeout', 504), true, false],
    ['429', refused(429), true, true],
    ['429 of a gateway', new CairnResponseError('Too many requests', 429), true, true],
    ['500', refused(500), false, false],
    ['409', refused(409), false, false],
    ['403', refused(403), false, false],
    ['a page of another program', new CairnResponseError('Hello', 200), false, false],
    ['an error of another library', Object.assign(new Error('Busy'), { status: 503 }), false, false],
    ['an abort', new DOMException('Stopped', 'AbortError'), false, false],
  ])('after %s: if repeatable %#', (_, error, ifRepeatable, otherwise) => {
    expect([mayRetry(error, true), mayRetry(error, false)]).toEqual([ifRepeatable, otherwise])
  })
})

describe('the pause', () => {
  test('doubles up to 20 seconds', () => {
    const pauses = [1, 2, 3, 4, 10].map((failures) => pauseMilliseconds(refused(503), failures, () => 0))
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 20_000])
  })

  test('is never shorter than what the service asks for', () => {
    expect(pauseMilliseconds(refused(429, 7), 1, () => 0)).toBe(7_000)
    expect(pauseMilliseconds(refused(429, 7), 1, () => 1)).toBe(7_250)
    expect(pauseMilliseconds(new CairnResponseError('Busy', 503, 3), 1, () => 0)).toBe(3_000)
    expect(pauseMilliseconds(refused(429, 45), 10, () => 0)).toBe(45_000)
  })

  test.each([
    ['an error of another library', Object.assign(new Error('Busy'), { retryAfterSeconds: 60 })],
    ['a broken connection', new CairnConnectionError()],
    ['a response that names no time', refused(503)],
  ])('obeys no time of %s', (_, error) => {
    expect(pauseMilliseconds(error, 1, () => 0)).toBe(500)
  })
})

describe('the timer', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('ends after its time', async () => {
    vi.useFakeTimers()
    const ended = timerPause(1_000, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(ended).resolves.toBeUndefined()
  })

  test('ends after its time without a signal', async () => {
    vi.useFakeTimers()
    const ended = timerPause(1_000, undefined)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(ended).resolves.toBeUndefined()
  })

  test('leaves nothing on a signal that many pauses share', async () => {
    vi.useFakeTimers()
    const { signal } = new AbortController()
    const listeners = {
      added: vi.spyOn(signal, 'addEventListener'),
      removed: vi.spyOn(signal, 'removeEventListener'),
    }
    void timerPause(1_000, signal)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(listeners.removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      listeners.added.mock.calls.map(([type, listener]) => [type, listener]),
    )
  })

  test('throws the reason of an abort, before and meanwhile', async () => {
    vi.useFakeTimers()
    await expect(timerPause(1_000, AbortSignal.abort('before'))).rejects.toBe('before')
    const controller = new AbortController()
    const ended = timerPause(1_000, controller.signal)
    controller.abort('meanwhile')
    await expect(ended).rejects.toBe('meanwhile')
    expect(vi.getTimerCount()).toBe(0)
  })
})
