const millisecondsPerDay = 24 * 60 * 60 * 1000

/**
 * A clock that stands still until a test advances it. It starts long after today: the engine removes expired records by
 * the real time, so it never removes one.
 */
export function createClock(start = '2099-03-01T10:00:00.000Z') {
  let now = Date.parse(start)
  return {
    read: () => new Date(now),
    /** Its time as responses write it. */
    get timestamp() {
      return new Date(now).toISOString()
    },
    advance({
      days = 0,
      hours = 0,
      milliseconds = 0,
    }: {
      days?: number
      hours?: number
      milliseconds?: number
    }): void {
      now += days * millisecondsPerDay + hours * 3_600_000 + milliseconds
    },
  }
}
