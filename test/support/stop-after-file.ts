import { afterAll } from 'vitest'

/**
 * Hands on what a test file starts before its tests, and stops it after them: what was started last first.
 *
 * @param stop  How, where it is not `stop()`.
 */
export function stopAfterFile<T extends { stop(): Promise<void> }>(started: T): T
export function stopAfterFile<T>(started: T, stop: (started: T) => Promise<void> | void): T
export function stopAfterFile<T>(
  started: T,
  stop: (started: T) => Promise<void> | void = () => (started as { stop(): Promise<void> }).stop(),
): T {
  afterAll(() => stop(started))
  return started
}
