import {
  CairnApiError,
  CairnAuthenticationError,
  CairnClaimLostError,
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
  /** Somebody else works on the goal. */
  claimed: 8,
  /** The claim has ended: nothing is written under it any more. */
  claimLost: 9,
  /** No goal is ready, or this one is not. */
  nothingReady: 10,
} as const

/** Codes of commands that a signal has ended, as shells say it: 128 and the number of the signal. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something that the command itself finds wrong. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The arguments are wrong. */
export const usageError = (message: string) => new CommandError(message, exitCodes.usage)

/** Conflicts about the work on a goal, of which a program does something else than of others. */
const codesOfConflicts: Record<string, ExitCode> = {
  goal_claimed: exitCodes.claimed,
  goal_claim_lost: exitCodes.claimLost,
  goal_not_ready: exitCodes.nothingReady,
}

/** Statuses of a service that is overloaded or restarts, or of a gateway in front of it. */
const passingStatuses = [429, 502, 503, 504]

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  if (error instanceof CairnAuthenticationError || error instanceof CairnPermissionError) {
    return exitCodes.notAllowed
  }
  if (error instanceof CairnNotFoundError) return exitCodes.notFound
  if (mayPass(error)) return exitCodes.tryLater
  if (error instanceof CairnClaimLostError) return exitCodes.claimLost
  if (error instanceof CairnApiError && error.status === 409)
    return codesOfConflicts[error.code] ?? exitCodes.conflict
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
