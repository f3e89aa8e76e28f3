import { ApiError } from '@cairn/contract/http/client'
import { expect, test } from 'vitest'
import { persistently } from './persistently.ts'
import { pause } from './save-file.ts'

function refusal(status: number, seconds?: number): ApiError {
  const headers = new Headers(seconds === undefined ? undefined : [['retry-after', String(seconds)]])
  const error = status === 429 ? 'too_many_requests' : status === 404 ? 'goal_not_found' : 'unavailable'
  return new ApiError(new Response(null, { status, headers }), { error, message: '' })
}

/** Calls something that fails with these errors, then succeeds. */
async function attempt(errors: unknown[], signal = new AbortController().signal) {
  const pauses: number[] = []
  const waits: number[] = []
  const left = [...errors]
  const result = await persistently(
    async () => {
      if (left.length > 0) throw left.shift()
      return 'read'
    },
    {
      signal,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      onWait: (milliseconds) => void waits.push(milliseconds),
    },
  ).catch((error: unknown) => error)
  expect(waits).toEqual(pauses)
  return { result, pauses }
}

test('waits as long as the service says, and longer after each failure', async () => {
  expect(
    await attempt([refusal(429, 40), refusal(503), new TypeError('no network'), refusal(429, 1)]),
  ).toEqual({
    result: 'read',
    pauses: [40_000, 2_000, 4_000, 8_000],
  })
})

test('gives up after ten attempts, with the last error', async () => {
  const last = refusal(503)
  const { result, pauses } = await attempt([...Array.from({ length: 9 }, () => refusal(503)), last])
  expect(result).toBe(last)
  expect(pauses).toHaveLength(9)
  expect(Math.max(...pauses)).toBe(30_000)
})

test('does not repeat what would fail again', async () => {
  const gone = refusal(404)
  expect(await attempt([gone])).toEqual({ result: gone, pauses: [] })
})

test('sends nothing after it was stopped', async () => {
  const controller = new AbortController()
  controller.abort(new Error('stopped'))
  const { result } = await attempt([], controller.signal)
  expect(result).toEqual(new Error('stopped'))
})

test('a pause ends when it is stopped', async () => {
  const controller = new AbortController()
  const paused = pause(1_000_000, controller.signal)
  controller.abort(new Error('stopped'))
  await expect(paused).rejects.toThrow('stopped')
  await pause(0, new AbortController().signal)
})
