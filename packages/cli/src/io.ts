/** The parts of the process that the command uses. */
export type Io = {
  environment: NodeJS.ProcessEnv
  stdin: Input
  stdout: Output
  stderr: Output
  /** Settles after so many milliseconds. Rejects when the signal is aborted. */
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Calls back with each signal of the process, until what it returns is called. A signal that is not handled ends the process. */
  takeSignals: (handle: (signal: NodeJS.Signals) => boolean) => () => void
  /** Opens an address in the browser, if there is one. */
  openPage: (url: string) => Promise<void>
}

export type Input = NodeJS.ReadableStream & {
  /** Of a terminal. */
  isTTY?: boolean
  setRawMode?: (isRaw: boolean) => unknown
}

export type Output = NodeJS.WritableStream & { isTTY?: boolean }
