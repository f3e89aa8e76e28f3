import { afterAll } from 'vitest'

/**
 * Returns what a test file starts at its top, and stops it after the file's tests, last started first.
 *
 * For services, proxies and tables, which end with the test process and the engine anyway, even if the file fails at its
 * top or none of its tests is selected. Processes and directories outlive both: start them in `beforeAll`.
 *
 * @param stop  How, if not by `stop()`.
 */
export function stopAfterFile<T extends { stop(): Promise<void> }>(started: T): T
export function stopAfterFile<T>(started: T, stop: (started: T) => Promise<void>): T
export function stopAfterFile<T>(
  started: T,
  stop: (started: T) => Promise<void> = () => (started as { stop(): Promise<void> }).stop(),
): T {
  afterAll(() => stop(started))
  return started
}
