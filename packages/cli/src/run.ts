import { CairnApiError, CairnConflictError, CairnResponseError } from '@cairn/client'
import type { Command } from 'commander'
import { entryLines, inOrder, leftOut } from './commands/history/entry-lines.ts'
import { type Context, createContext } from './context.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { jsonText, oneLine } from './output/escape.ts'
import { fieldProblem, refusalText } from './output/field-options.ts'
import { claimText, notReadyText, tryAgain } from './output/words.ts'
import type { People } from './people.ts'
import { Interrupted } from './settings/secret-input.ts'

/** Makes an action of a command: what it throws becomes a message and an exit code. */
export type Run = <Parameters extends unknown[]>(
  action: (context: Context, ...parameters: Parameters) => Promise<void>,
) => (...parameters: [...Parameters, ...unknown[]]) => Promise<void>

/** @param endWith  Called with the exit code if it is not 0. */
export const createRun =
  (io: Io, endWith: (code: number) => void): Run =>
  (action) =>
  async (...parameters) => {
    // Commander passes the options and the command after the arguments.
    const context = createContext(parameters.at(-1) as Command, io, endWith)
    try {
      await action(context, ...(parameters as never))
    } catch (error) {
      if (error instanceof Interrupted) throw error
      endWith(exitCodeOf(error))
      await printFailure(error, context)
    }
  }

async function printFailure(error: unknown, context: Context): Promise<void> {
  const { json, note, used } = context
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
      ...(isRefusal && workOf(error)),
    }
    note(jsonText({ error: failure }, 2))
    return
  }
  if (exitCodeOf(error) === exitCodes.tryLater) return note(`cairn: ${oneLine(laterText(error, message))}`)
  if (!isRefusal) return note(`cairn: ${oneLine(message)}`)
  note(`cairn: ${oneLine(refusalText(error, used))}`)
  note(...workLines(error))
  for (const detail of error.details) note(`  ${oneLine(fieldProblem(detail, used))}`)
  if (error instanceof CairnConflictError) note(...(await missedLines(error, context)))
  if (error.status === 401) note('Sign in again with: cairn login')
  if (error.status >= 500 && error.requestId) note(`Request ${oneLine(error.requestId)}`)
}

/** The work that a refusal is about, as the response has it. */
const workOf = ({ claim, reasons, question }: CairnApiError) => ({
  ...(claim !== undefined && { claim }),
  ...(reasons && { reasons }),
  ...(question && { question }),
})

/** Returns who works on the goal, or why nobody can. */
function workLines({ code, claim, reasons = [] }: CairnApiError): string[] {
  return [
    ...(claim ? [`  ${claimText(claim)}`] : []),
    ...(code === 'goal_claim_lost' && claim === null ? ['  Nobody has claimed it now.'] : []),
    ...reasons.map((reason) => `  ${notReadyText(reason)}`),
  ]
}

/** Returns a sentence for a transient error, after the retries or where none are allowed. */
function laterText(error: unknown, message: string): string {
  if (!(error instanceof CairnApiError || error instanceof CairnResponseError)) return message
  const what = error.status === 429 ? 'Cairn takes no more requests from you for now' : 'Cairn is unavailable'
  return `${what}: ${tryAgain(error.retryAfterSeconds)}`
}

const nobody: People = { userId: '', names: new Map() }

/** Entries that somebody else has written since the version that an edit was based on. */
async function missedLines(
  { conflict: { updates, edits, truncated } }: CairnConflictError,
  { connect }: Context,
): Promise<string[]> {
  // If names cannot be read, the missed changes are shown without them.
  const people = await connect()
    .then((connection) => connection.people())
    .catch(() => nobody)
  return [
    'You have missed:',
    ...inOrder(updates, edits).flatMap((entry) => entryLines(entry, people)),
    ...leftOut({ updates, edits }, { truncated }),
  ]
}
