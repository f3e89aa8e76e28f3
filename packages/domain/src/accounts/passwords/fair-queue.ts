/**
 * A queue for work of which only `atOnce` jobs may run at a time. It serves its clients round robin, one job of each: a
 * thousand jobs of one client delay each other, but a job of another client by one job only.
 */
export function createFairQueue(atOnce: number) {
  let running = 0
  /** Waiting jobs by client; the client that is served next comes first. */
  const clients = new Map<string, (() => void)[]>()

  function wait(client: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = clients.get(client)
      if (waiting) waiting.push(resolve)
      else clients.set(client, [resolve])
    })
  }

  /** Starts the next waiting job, if any. */
  function startNext(): void {
    const [client, waiting] = clients.entries().next().value ?? []
    if (client === undefined || waiting === undefined) {
      running--
      return
    }
    clients.delete(client)
    const next = waiting.shift()
    if (waiting.length > 0) clients.set(client, waiting)
    next?.()
  }

  return async function runQueued<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else await wait(client)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
