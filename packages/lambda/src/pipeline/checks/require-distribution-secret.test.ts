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
const refusal = expect.objectContaining({
  code: 'origin_not_allowed',
  message: "Use the service's own address, not the gateway's.",
})

test.each([current, previous])('accepts either valid secret', async (secret) => {
  await requireDistributionSecret([current, previous]).before(withSecret(secret))
})

test.each<Record<string, string>>([
  { host: 'cairn.test' },
  { 'x-origin-verify': '' },
  { 'x-origin-verify': `${current},${current}` },
  { 'x-origin-verify': current.slice(0, -1) },
])('refuses %j', async (headers) => {
  await expect(requireDistributionSecret([current]).before(request(headers))).rejects.toEqual(refusal)
})

test('checks nothing without secrets', async () => {
  await requireDistributionSecret([]).before(request({}))
})

describe('a secret that was rotated after the start', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is fetched when a request has it, and the previous one stays valid', async () => {
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

  test('is fetched once for concurrent requests', async () => {
    const fetched = Promise.withResolvers<string[]>()
    const fetchSecrets = vi.fn(() => fetched.promise)
    const { before } = requireDistributionSecret([current], fetchSecrets)
    const requests = [before(withSecret(next)), before(withSecret(next))]
    fetched.resolve([next, current])
    await Promise.all(requests)
    expect(fetchSecrets).toHaveBeenCalledTimes(1)
  })

  test('is fetched at most once a minute, however many requests guess', async () => {
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

  test('is not fetched for requests without a secret', async () => {
    const fetchSecrets = vi.fn(async () => [next])
    const { before } = requireDistributionSecret([current], fetchSecrets)
    await expect(before(request({}))).rejects.toEqual(refusal)
    await expect(before(withSecret(''))).rejects.toEqual(refusal)
    expect(fetchSecrets).not.toHaveBeenCalled()
  })

  test('503s an unknown secret while it cannot be fetched, and accepts known ones', async () => {
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

  test('refuses everybody if nothing is returned', async () => {
    const { before } = requireDistributionSecret([current], async () => [])
    await expect(before(withSecret(next))).rejects.toEqual(refusal)
    await expect(before(request({}))).rejects.toEqual(refusal)
  })
})
