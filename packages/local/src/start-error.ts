import { ServiceError } from '@cairn/contract/errors/errors'
import { ConfigurationError } from '@cairn/lambda/configuration/settings'

/** A failure that the person at the terminal can act on. It is printed as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The `code` of a system error (`EADDRINUSE`); `undefined` for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The first line of an error's message. The error of a refused connection has only a code. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.split('\n')[0] || systemErrorCode(error) || error.name
}

/** Returns what the person at the terminal can act on. Rethrows any other error, a defect, so that its stack shows. */
export function sentenceAbout(error: unknown): string {
  const isExplained =
    error instanceof StartError ||
    error instanceof ConfigurationError ||
    error instanceof ServiceError ||
    systemErrorCode(error) !== undefined // Errors of files and sockets explain themselves.
  if (!isExplained) throw error
  return (error as Error).message || sentenceOf(error)
}
