import {
  CairnApiError,
  CairnAuthenticationError,
  CairnConnectionError,
  CairnError,
  CairnNotFoundError,
  CairnPermissionError,
  CairnResponseError,
  CairnTimeoutError,
} from '@cairn/client'

/** The README documents them. Scripts branch on them, so they never change their meaning. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  tryLater: 6,
  notWhole: 7,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something that the command itself finds wrong. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The arguments are wrong. */
export const usageError = (message: string) => new CommandError(message, exitCodes.usage)

/** Statuses of a service that is overloaded or restarts, or of a gateway in front of it. */
const passingStatuses = [429, 502, 503, 504]

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode
  if (error instanceof CairnAuthenticationError || error instanceof CairnPermissionError) {
    return exitCodes.notAllowed
  }
  if (error instanceof CairnNotFoundError) return exitCodes.notFound
  if (mayPass(error)) return exitCodes.tryLater
  if (error instanceof CairnApiError && error.status === 409) return exitCodes.conflict
  // The client refuses an origin before it sends anything.
  if (error instanceof TypeError && !(error instanceof CairnError)) return exitCodes.usage
  return exitCodes.failed
}

/** Whether the same command may succeed later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CairnConnectionError || error instanceof CairnTimeoutError) return true
  const hasStatus = error instanceof CairnApiError || error instanceof CairnResponseError
  return hasStatus && passingStatuses.includes(error.status)
}
