/** Time that passes only while everybody waits for it, so that a test of minutes takes as long as its work. */

type Clock = { read(): Date; advance(by: { milliseconds: number }): void }

export type SimulatedTime = ReturnType<typeof createSimulatedTime>

export function createSimulatedTime(clock: Clock) {
  let working = 0
  let sleepers: { at: number; wake: () => void }[] = []
  const now = () => clock.read().getTime()

  /** Lets time pass until somebody wakes, if nobody works. Whoever goes on with work says so in the same turn of the event loop. */
  function settle(): void {
    setImmediate(() => {
      if (working > 0 || sleepers.length === 0) return
      const next = Math.min(...sleepers.map(({ at }) => at))
      clock.advance({ milliseconds: next - now() })
      const woken = sleepers.filter(({ at }) => at <= next)
      sleepers = sleepers.filter(({ at }) => at > next)
      working += woken.length
      for (const { wake } of woken) wake()
    })
  }

  return {
    now,
    /** Does work during which no time passes, except where it sleeps. */
    async work<T>(does: () => Promise<T>): Promise<T> {
      working++
      try {
        return await does()
      } finally {
        working--
        settle()
      }
    },
    /** Waits, within work. */
    async sleep(milliseconds: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      sleepers.push({ at: now() + milliseconds, wake: resolve })
      working--
      settle()
      await promise
    },
  }
}
