/** A reason not to start that the person at the terminal can act on: printed as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The `code` of a system error (`EADDRINUSE`), `undefined` for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
