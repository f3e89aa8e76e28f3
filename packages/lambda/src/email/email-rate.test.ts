import { type EmailDelivery, EmailThrottledError } from '@cairn/domain/accounts/email/email-delivery'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atRate, createEmailRate } from './email-rate.ts'

/** A wait by the timers that a test moves. */
const wait: Parameters<typeof createEmailRate>[1] = (milliseconds, _, { signal }) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Lets emails wait for their turn, and returns when each had it. */
async function turnsOf(count: number, perSecond: number, until: number): Promise<(number | string)[]> {
  const rate = createEmailRate(perSecond, wait)
  const turns = Array.from({ length: count }, () =>
    rate.take(until).then(
      () => Date.now(),
      (error: Error) => error.name,
    ),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return Promise.all(turns)
}

test('a second’s emails go at once, and the others at the rate', async () => {
  expect(await turnsOf(8, 4, 60_000)).toEqual([0, 0, 0, 0, 250, 500, 750, 1_000])
})

test('an email whose turn would come too late is throttled, and takes no turn', async () => {
  expect(await turnsOf(5, 1, 2_000)).toEqual([0, 1_000, 2_000, 'EmailThrottledError', 'EmailThrottledError'])
})

test('a quiet minute saves up no more than a second', async () => {
  const rate = createEmailRate(2, wait)
  await rate.take(0)
  vi.setSystemTime(60_000)
  const turns: number[] = []
  for (let email = 0; email < 4; email++) void rate.take(70_000).then(() => turns.push(Date.now()))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turns).toEqual([60_000, 60_000, 60_500, 61_000])
})

test('an email that waits when the sweep ends is throttled, not sent', async () => {
  const sent: string[] = []
  const delivery: EmailDelivery = { enabled: true, deliver: async ({ to }) => void sent.push(to) }
  const end = new AbortController()
  const limited = atRate(delivery, createEmailRate(1, wait), { until: 60_000, signal: end.signal })
  const message = { kind: 'reminders' as const, to: 'a', subject: '', text: '', html: '' }
  await limited.deliver(message)
  const second = limited.deliver({ ...message, to: 'b' })
  end.abort()
  await expect(second).rejects.toThrow(EmailThrottledError)
  expect(sent).toEqual(['a'])
})
