/**
 * Turns at work of which only so much may run at once. Who waits is served in rounds, one of each lane: a thousand in
 * one lane keep each other waiting, and somebody in another one for a single turn.
 */
export function createFairTurns(atOnce: number) {
  let running = 0
  /** Those who wait, by lane; the lane whose turn is next comes first. */
  const lanes = new Map<string, (() => void)[]>()

  function wait(lane: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = lanes.get(lane)
      if (waiting) waiting.push(resolve)
      else lanes.set(lane, [resolve])
    })
  }

  /** Hands the turn on, or gives it back. */
  function end(): void {
    const [lane, waiting] = lanes.entries().next().value ?? []
    if (lane === undefined || waiting === undefined) {
      running--
      return
    }
    lanes.delete(lane)
    const next = waiting.shift()
    if (waiting.length > 0) lanes.set(lane, waiting)
    next?.()
  }

  return async function inTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else await wait(lane)
    try {
      return await work()
    } finally {
      end()
    }
  }
}
