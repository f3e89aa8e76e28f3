import { vi } from 'vitest'

/** For what hangs, not for what a busy machine does slowly: Vitest itself gives up after a second. */
const limitMilliseconds = 60_000

/** Repeats `check` until it no longer throws, and returns what it returns. */
export function eventually<T>(check: () => T | Promise<T>, interval?: number): Promise<T> {
  return vi.waitFor(check, { timeout: limitMilliseconds, ...(interval !== undefined && { interval }) })
}
