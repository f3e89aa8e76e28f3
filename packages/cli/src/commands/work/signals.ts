/** The signals that `cairn work` gets: passed on to the command that runs, and otherwise an end of the work. */
import type { Io } from '../../io.ts'
import type { Child } from './child.ts'

export type Signals = {
  /** The first signal; undefined if there was none. */
  readonly got: NodeJS.Signals | undefined
  /** Aborted by the first signal, for pauses. */
  readonly ended: AbortSignal
  /** The command that gets the signals. */
  child: Child | undefined
  /** Leaves the signals to the process again. */
  stop: () => void
}

export function takeSignals({ takeSignals: take }: Pick<Io, 'takeSignals'>): Signals {
  const end = new AbortController()
  let got: NodeJS.Signals | undefined
  const stop = take((signal) => {
    // Without a command, the first one lets a request end that may claim a goal, and the second does not wait for it.
    const isPassed = got === undefined || signals.child !== undefined
    // A window that changes its size ends nothing.
    if (signal !== 'SIGWINCH') got ??= signal
    signals.child?.signal(signal)
    if (got !== undefined) end.abort()
    return isPassed || signal === 'SIGWINCH'
  })
  const signals: Signals = {
    get got() {
      return got
    },
    ended: end.signal,
    child: undefined,
    stop,
  }
  return signals
}
