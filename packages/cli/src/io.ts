/** The parts of the process that the command uses. */
export type Io = {
  environment: NodeJS.ProcessEnv
  stdin: Input
  stdout: Output
  stderr: Output
  /** Settles after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>
  /** Opens an address in the browser, if there is one. */
  openPage: (url: string) => Promise<void>
}

export type Input = NodeJS.ReadableStream & {
  /** Of a terminal. */
  isTTY?: boolean
  setRawMode?: (isRaw: boolean) => unknown
}

export type Output = NodeJS.WritableStream & { isTTY?: boolean }
