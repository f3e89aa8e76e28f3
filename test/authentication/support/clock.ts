/**
 * A clock that stands still until a test moves it: on a whole second, and long after today, so that the engine, which
 * cleans up by the real time, takes nothing away.
 */
export function createClock() {
  const start = Date.parse('2099-03-01T10:00:00.000Z')
  let now = start
  return {
    read: () => new Date(now),
    advance: (milliseconds: number) => {
      now += milliseconds
    },
    reset: () => {
      now = start
    },
  }
}
