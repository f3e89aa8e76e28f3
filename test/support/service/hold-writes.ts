import type { CallRecorder } from './call-recorder.ts'
import type { EngineCall } from './engine-call.ts'
import type { EngineProxy } from './engine-proxy.ts'

const isWrite = ({ operation }: EngineCall) => operation === 'TransactWriteItems'

export type HeldWrites = {
  /** Settles when the first one arrives: by then its request has read all it reads. */
  arrived: Promise<void>
  /** Lets it and all later ones pass. */
  release(): void
}

/**
 * Holds transactions back, so that what a test sends through another service overtakes their request.
 *
 * @param isHeld  Which calls are held instead.
 */
export function holdWrites(recorder: CallRecorder, isHeld = isWrite): HeldWrites {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  recorder.setHold((call) => {
    if (!isHeld(call)) return undefined
    arrived.resolve()
    return released.promise
  })
  return {
    arrived: arrived.promise,
    release: () => released.resolve(),
  }
}

/**
 * The same for tests that also run against built functions, whose calls pass an engine proxy. Until `release` the transactions
 * get a transaction conflict, which the service retries until the request's time limit; one that hung would be sent twice
 * after two seconds.
 */
export function refuseWrites(proxy: EngineProxy): HeldWrites {
  const arrived = Promise.withResolvers<void>()
  proxy.setFault(({ operation }) => {
    if (operation !== 'TransactWriteItems') return 'pass'
    arrived.resolve()
    return 'transactionConflict'
  })
  return { arrived: arrived.promise, release: () => proxy.setFault(undefined) }
}
