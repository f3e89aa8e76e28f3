import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperationEvent } from '../event.ts'
import { requireDistributionSecret } from './require-distribution-secret.ts'

const current = 'current-secret-of-32-characters-'
const previous = 'previous-secret-of-32-characters'
const next = 'the-next-secret-of-32-characters'

function request(headers: Record<string, string>) {
  return { event: { headers } as unknown as OperationEvent }
}
const withSecret = (secret: string) => request({ 'x-origin-verify': secret })
const refusal = expect.objectContaining({ code: 'origin_not_allowed' })

test.each([current, previous])('either valid secret lets a request pass', async (secret) => {
  await requireDistributionSecret([current, previous]).before(withSecret(secret))
})

test.each<Record<string, string>>([
  { host: 'cairn.test' },
  { 'x-origin-verify': '' },
  { 'x-origin-verify': `${current},${current}` },
  { 'x-origin-verify': current.slice(0, -1) },
])('%j is refused', async (headers) => {
  await expect(requireDistributionSecret([current]).before(request(headers))).rejects.toEqual(refusal)
})

test('without secrets nothing is checked', async () => {
  await requireDistributionSecret([]).before(request({}))
})

describe('a secret that was rotated since the start', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is fetched when a request has it, and the one before stays valid', async () => {
    const fetchSecrets = vi.fn(async () => [next, current])
    const { before } = requireDistributionSecret([current, previous], fetchSecrets)
    await before(withSecret(current))
    expect(fetchSecrets).not.toHaveBeenCalled()
    await before(withSecret(next))
    await before(withSecret(next))
    await before(withSecret(current))
    expect(fetchSecrets).toHaveBeenCalledTimes(1)
    await expect(before(withSecret(previous))).rejects.toEqual(refusal)
  })

  test('is fetched once for requests at the same time', async () => {
    const fetched = Promise.withResolvers<string[]>()
    const fetchSecrets = vi.fn(() => fetched.promise)
    const { before } = requireDistributionSecret([current], fetchSecrets)
    const requests = [before(withSecret(next)), before(withSecret(next))]
    fetched.resolve([next, current])
    await Promise.all(requests)
    expect(fetchSecrets).toHaveBeenCalledTimes(1)
  })

  test('is fetched once a minute at most, however many requests guess', async () => {
    const secrets = [current]
    const fetchSecrets = vi.fn(async () => [...secrets])
    const { before } = requireDistributionSecret(secrets, fetchSecrets)
    for (let guess = 0; guess < 5; guess++) {
      await expect(before(withSecret(`guess ${guess}`))).rejects.toEqual(refusal)
    }
    secrets.unshift(next)
    vi.advanceTimersByTime(59_999)
    await expect(before(withSecret(next))).rejects.toEqual(refusal)
    expect(fetchSecrets).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await before(withSecret(next))
    expect(fetchSecrets).toHaveBeenCalledTimes(2)
  })

  test('is not fetched for requests without one', async () => {
    const fetchSecrets = vi.fn(async () => [next])
    const { before } = requireDistributionSecret([current], fetchSecrets)
    await expect(before(request({}))).rejects.toEqual(refusal)
    await expect(before(withSecret(''))).rejects.toEqual(refusal)
    expect(fetchSecrets).not.toHaveBeenCalled()
  })

  test('503s a request that may be right while it cannot be fetched, and takes known secrets', async () => {
    const fetchSecrets = vi.fn<() => Promise<string[]>>().mockRejectedValueOnce(new Error('throttled'))
    const { before } = requireDistributionSecret([current], fetchSecrets)
    const unavailable = expect.objectContaining({ code: 'unavailable', cause: new Error('throttled') })
    await expect(before(withSecret(next))).rejects.toEqual(unavailable)
    await expect(before(withSecret(next))).rejects.toEqual(unavailable)
    await before(withSecret(current))
    expect(fetchSecrets).toHaveBeenCalledTimes(1)
    fetchSecrets.mockResolvedValue([next, current])
    vi.advanceTimersByTime(60_000)
    await before(withSecret(next))
  })

  test('lets nobody pass when nothing was returned', async () => {
    const { before } = requireDistributionSecret([current], async () => [])
    await expect(before(withSecret(next))).rejects.toEqual(refusal)
    await expect(before(request({}))).rejects.toEqual(refusal)
  })
})
