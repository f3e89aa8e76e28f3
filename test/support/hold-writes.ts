import type { EngineProxy } from './engine-proxy.ts'

export type HeldWrites = {
  /** When the first transaction has come: everything that its request reads has been read. */
  arrived: Promise<void>
  /** Lets it go on, and all that come after it. */
  release(): void
}

/** Holds transactions back, so that what a test sends through another service overtakes the request behind them. */
export function holdWrites(proxy: EngineProxy): HeldWrites {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  proxy.setFault(({ operation }) => {
    if (operation !== 'TransactWriteItems') return 'pass'
    arrived.resolve()
    return { until: released.promise }
  })
  return {
    arrived: arrived.promise,
    release: () => {
      proxy.setFault(undefined)
      released.resolve()
    },
  }
}
