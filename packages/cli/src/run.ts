import { CairnApiError, CairnConflictError } from '@cairn/client'
import type { Command } from 'commander'
import { entryLines, inOrder } from './commands/history/entry-lines.ts'
import { type Context, createContext } from './context.ts'
import { type ExitCode, exitCodeOf } from './exit-codes.ts'
import type { Io } from './io.ts'
import { jsonText, oneLine } from './output/escape.ts'
import { Interrupted } from './settings/secret-input.ts'

/** Makes an action of a command: what it throws becomes a message and an exit code. */
export type Run = <Parameters extends unknown[]>(
  action: (context: Context, ...parameters: Parameters) => Promise<void>,
) => (...parameters: [...Parameters, ...unknown[]]) => Promise<void>

/** @param endWith  Called with the exit code if it is not 0. */
export const createRun =
  (io: Io, endWith: (code: ExitCode) => void): Run =>
  (action) =>
  async (...parameters) => {
    // Commander passes the options and the command after the arguments.
    const context = createContext(parameters.at(-1) as Command, io, endWith)
    try {
      await action(context, ...(parameters as never))
    } catch (error) {
      if (error instanceof Interrupted) throw error
      endWith(exitCodeOf(error))
      printFailure(error, context)
    }
  }

function printFailure(error: unknown, { json, note }: Context): void {
  const message = error instanceof Error ? error.message : String(error)
  const isRefusal = error instanceof CairnApiError
  if (json) {
    const failure = {
      exitCode: exitCodeOf(error),
      message,
      ...(isRefusal && {
        status: error.status,
        code: error.code,
        details: error.details,
        requestId: error.requestId ?? null,
      }),
      ...(error instanceof CairnConflictError && { conflict: error.conflict }),
    }
    note(jsonText({ error: failure }, 2))
    return
  }
  note(`cairn: ${oneLine(message)}`)
  if (!isRefusal) return
  for (const { path, message } of error.details) note(`  ${oneLine(path ? `${path}: ${message}` : message)}`)
  if (error instanceof CairnConflictError) note(...missedLines(error))
  if (error.retryAfterSeconds) note(`Try again in ${error.retryAfterSeconds} seconds.`)
  if (error.status === 401) note('Sign in again with: cairn login')
  if (error.status >= 500 && error.requestId) note(`Request ${oneLine(error.requestId)}`)
}

/** What somebody else has written since the version that an edit was based on. */
function missedLines({ conflict: { updates, edits } }: CairnConflictError): string[] {
  const missed = inOrder(updates, edits)
  const nobody = { userId: '', names: new Map<string, string>() }
  return ['You have missed:', ...missed.flatMap((entry) => entryLines(entry, nobody))]
}
