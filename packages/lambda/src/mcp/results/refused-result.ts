import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Door } from '@cairn/contract/mcp/doors'
import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { cursorBefore } from '@cairn/domain/goals/history/history-cursor'
import { type NameOf, readNames } from '@cairn/domain/organizations/context/read-names'
import type { CursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { defaultRetryAfterSeconds } from '../../pipeline/errors.ts'
import type { ToolCall } from '../tool-call.ts'
import { adviceOn } from './advice.ts'
import { entryCall, presentEdit, presentReport, usersOfHistory } from './present-history.ts'
import { presentClaim, presentQuestion } from './present-work.ts'
import type { Shortened, Source } from './shorten.ts'
import { type ToolResult, toolResult } from './tool-result.ts'

type Entry = GoalUpdate | GoalEdit

/** Returns the changes that the caller missed, and the source of those that are left out. */
export function presentConflict(
  { updates, edits, acknowledgementCounts = {}, ...rest }: GoalConflict,
  nameOf: NameOf,
  cursors: CursorSealer,
): { conflict: object; sources: [object, Source][] } {
  const reports = updates.map((update) => {
    const acknowledgementCount = acknowledgementCounts[update.revision]
    const shown = presentReport({ ...update, acknowledgementCount }, nameOf)
    return { shown, source: { readOn: entryCall(update), isCut: acknowledgementCount !== undefined } }
  })
  const changes = edits.map((edit) => ({
    shown: presentEdit(edit, nameOf),
    source: { readOn: entryCall(edit) },
  }))
  const shownReports = reports.map(({ shown }) => shown)
  const shownEdits = changes.map(({ shown }) => shown)
  const sourcesOfLists: [object, Source][] = [
    [shownReports, newestOf(updates, cursors, rest)],
    [shownEdits, newestOf(edits, cursors, rest)],
  ]
  return {
    conflict: { ...rest, updates: shownReports, edits: shownEdits },
    sources: [
      ...[...reports, ...changes].map(({ shown, source }): [object, Source] => [shown, source]),
      ...sourcesOfLists,
    ],
  }
}

/** A list of which nothing is shown has nothing before it either: conflicts have the newest entries of each kind. */
function newestOf(
  entries: readonly Entry[],
  cursors: CursorSealer,
  { truncated }: Pick<GoalConflict, 'truncated'>,
): Source {
  return {
    isCut: truncated && entries.length > 0,
    older: (shown) => {
      const oldest = entries[entries.length - shown]
      const newest = entries.at(-1)
      const isEdit = newest !== undefined && !('revision' in newest)
      return {
        tool: 'get_history',
        arguments: {
          goalId: newest?.goalId,
          ...(isEdit && { kind: 'edits' }),
          ...(oldest && { cursor: cursorBefore(cursors, oldest) }),
        },
      }
    },
  }
}

/**
 * The result of a call that was refused: the error's code and message, and what the caller missed if it was overtaken. Names of people
 * come along if they can be read.
 */
export async function refusedResult(
  { code, message, details, retryAfterSeconds, addition, status }: ServiceError,
  { database, access, cursors, door }: Pick<ToolCall, 'database' | 'access' | 'cursors' | 'door'>,
): Promise<ToolResult> {
  const { conflict, update, id, claim, reasons, question, criterionIds } = addition
  const entries = [...(conflict?.updates ?? []), ...(conflict?.edits ?? []), ...(update ? [update] : [])]
  const nameOf = await readNames(database, access.organizationId, usersOfHistory(entries)).catch(
    () => unnamed,
  )
  const missed = conflict && presentConflict(conflict, nameOf, cursors)
  const stored = update && presentReport(update, nameOf)
  const retries = status === 429 || status === 503
  const error = {
    code,
    message,
    whatToDo: adviceOn(code, door),
    ...(details && { details }),
    ...(retries && { retryAfterSeconds: retryAfterSeconds ?? defaultRetryAfterSeconds }),
    ...(missed && { conflict: missed.conflict }),
    ...(stored && { update: stored }),
    ...(id !== undefined && { id }),
    ...(claim !== undefined && { claim: claim && presentClaim(claim) }),
    ...(reasons && { reasons }),
    ...(criterionIds && { criterionIds }),
    ...(question && { question: presentQuestion(question) }),
  }
  const sources: [object, Source][] = [
    ...(missed?.sources ?? []),
    ...(update && stored ? [[stored, { readOn: entryCall(update) }] as [object, Source]] : []),
  ]
  return ofDoor(door, toolResult({ error }, { sources: new Map(sources), isError: true }))
}

/** Leaves out calls of tools that the door has not. What they return is in the history, which has another door. */
function ofDoor({ tools }: Pick<Door, 'tools'>, result: ToolResult): ToolResult {
  const { cut, ...fields } = result.structuredContent as { cut?: Shortened[] }
  if (!cut?.some(({ readOn }) => readOn && !Object.hasOwn(tools, readOn.tool))) return result
  const cuts = cut.map(({ readOn, ...rest }) =>
    readOn && Object.hasOwn(tools, readOn.tool) ? { ...rest, readOn } : rest,
  )
  const structuredContent = { ...fields, cut: cuts }
  return {
    ...result,
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}

const unnamed = () => undefined
