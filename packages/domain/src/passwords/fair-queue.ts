/**
 * A queue for work of which only `atOnce` jobs may run at a time. It serves its lanes round robin, one job of each: a
 * thousand jobs in one lane delay each other, but a job in another lane by one turn only.
 */
export function createFairQueue(atOnce: number) {
  let running = 0
  /** Waiting jobs by lane; the lane that is served next comes first. */
  const lanes = new Map<string, (() => void)[]>()

  function wait(lane: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = lanes.get(lane)
      if (waiting) waiting.push(resolve)
      else lanes.set(lane, [resolve])
    })
  }

  /** Starts the next waiting job, if any. */
  function startNext(): void {
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

  return async function runInTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else await wait(lane)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
