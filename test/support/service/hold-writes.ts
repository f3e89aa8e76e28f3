import type { EngineProxy } from './engine-proxy.ts'

export type HeldWrites = {
  /** When the first transaction has come: everything that its request reads has been read. */
  arrived: Promise<void>
  /** Lets it through, and all that come after it. */
  release(): void
}

/**
 * Keeps transactions from the engine, so that what a test sends through another service overtakes the request behind
 * them. They are in conflict until `release`, which the service retries for as long as a request may take; one that hung
 * would be sent twice after two seconds.
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
