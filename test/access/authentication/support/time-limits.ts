import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Holds the time limits of `AbortSignal.timeout`, by which requests to issuers end: they pass when a test says so, and not on a
 * slow machine. `vi.restoreAllMocks` ends it.
 */
export function holdTimeLimits() {
  let running: { milliseconds: number; controller: AbortController }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    running.push({ milliseconds, controller })
    return controller.signal
  })
  /** Lets the limits that are running pass. Returns the longest of them, in milliseconds. */
  function pass(): number {
    const passed = running
    running = []
    for (const { controller } of passed) {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }
    return Math.max(0, ...passed.map(({ milliseconds }) => milliseconds))
  }
  return {
    /**
     * Lets limits pass whenever `isHanging`, until the work is done.
     * Returns what it resolves to, and how many milliseconds it would have taken.
     */
    async passUntil<T>(
      work: Promise<T>,
      isHanging: () => boolean,
    ): Promise<{ result: T; milliseconds: number }> {
      let isDone = false
      const done = work.finally(() => {
        isDone = true
      })
      // Whoever awaits it below learns of its failure.
      done.catch(() => undefined)
      let milliseconds = 0
      while (!isDone) {
        await turn()
        if (isHanging()) milliseconds += pass()
      }
      return { result: await done, milliseconds }
    },
  }
}
