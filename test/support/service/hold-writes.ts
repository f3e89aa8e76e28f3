import type { EngineProxy } from './engine-proxy.ts'

export type HeldWrites = {
  /** Settles when the first transaction arrives: by then its request has read all it reads. */
  arrived: Promise<void>
  /** Lets it and all later ones pass. */
  release(): void
}

/**
 * Holds transactions back, so that what a test sends through another service overtakes their request. Until `release`
 * they get a transaction conflict, which the service retries until the request's time limit; a transaction that hung would
 * be sent twice after two seconds.
 */
export function holdWrites(proxy: EngineProxy): HeldWrites {
  const arrived = Promise.withResolvers<void>()
  proxy.setFault(({ operation }) => {
    if (operation !== 'TransactWriteItems') return 'pass'
    arrived.resolve()
    return 'transactionConflict'
  })
  return { arrived: arrived.promise, release: () => proxy.setFault(undefined) }
}
