/**
 * A clock that stands still until a test moves it. It starts on a whole second, far in the future: the engine deletes
 * expired records by the real time, so it deletes nothing.
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
