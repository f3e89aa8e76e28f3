import { ServiceError } from '@cairn/contract/errors'
import { ConfigurationError } from '@cairn/lambda/configuration/settings'

/** A reason not to start that the person at the terminal can act on: printed as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The `code` of a system error (`EADDRINUSE`), `undefined` for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What happened, in a line. The error of a refused connection has a code and no message. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.split('\n')[0] || systemErrorCode(error) || error.name
}

/** Prints what the person at the terminal can act on; throws anything else on, a defect, which shows its stack. */
export function printSentence(error: unknown): void {
  const isExplained =
    error instanceof StartError ||
    error instanceof ConfigurationError ||
    error instanceof ServiceError ||
    systemErrorCode(error) !== undefined // Refused files and sockets explain themselves.
  if (!isExplained) throw error
  console.error((error as Error).message || sentenceOf(error))
}
