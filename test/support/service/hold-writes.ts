import type { CallRecorder } from './call-recorder.ts'

export type HeldWrites = {
  /** Settles when the first transaction arrives: by then its request has read all it reads. */
  arrived: Promise<void>
  /** Lets it and all later ones pass. */
  release(): void
}

/** Holds transactions back, so that what a test sends through another service overtakes their request. */
export function holdWrites(recorder: CallRecorder): HeldWrites {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  recorder.setHold(({ operation }) => {
    if (operation !== 'TransactWriteItems') return undefined
    arrived.resolve()
    return released.promise
  })
  return {
    arrived: arrived.promise,
    release: () => released.resolve(),
  }
}
