import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

/** The service's next responses. If empty, it succeeds. */
let refusals: ApiError[]
let loads: number

const refusal = (status: number, error: ErrorCode, retryAfter: string) =>
  new ApiError(new Response(null, { status, headers: { 'retry-after': retryAfter } }), { error, message: '' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  refusals = []
  loads = 0
  return () => {
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

/** Shows a list on a page. */
function showList() {
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: async () => {
      loads++
      const refused = refusals.shift()
      if (refused) throw refused
      return 'list'
    },
  })
  const hide = observer.subscribe(() => undefined)
  return { observer, hide }
}

test('a list that was refused for too many requests says so at once, and loads again after Retry-After', async () => {
  const tooMany = refusal(429, 'too_many_requests', '30')
  refusals = [tooMany]
  const { observer, hide } = showList()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().error).toBe(tooMany)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(loads).toBe(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(observer.getCurrentResult().data).toBe('list')
  expect(loads).toBe(2)
  hide()
})

test('does not load again what the person has loaded or left meanwhile', async () => {
  refusals = [refusal(429, 'too_many_requests', '30')]
  const { observer, hide } = showList()
  await vi.advanceTimersByTimeAsync(0)
  await observer.refetch()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(loads).toBe(2)
  refusals = [refusal(429, 'too_many_requests', '30')]
  await observer.refetch()
  hide()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(loads).toBe(3)
})

test('retries soon if the service is unavailable', async () => {
  refusals = [refusal(503, 'unavailable', '1')]
  const { observer, hide } = showList()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(observer.getCurrentResult().data).toBe('list')
  hide()
})
