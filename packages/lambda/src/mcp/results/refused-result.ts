import type { ErrorCode, ServiceError } from '@cairn/contract/errors/errors'
import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { cursorBefore } from '@cairn/domain/goals/history/history-cursor'
import { type NameOf, readNames } from '@cairn/domain/organizations/context/read-names'
import type { CursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { defaultRetryAfterSeconds } from '../../pipeline/errors.ts'
import type { ToolCall } from '../tool-call.ts'
import { entryCall, presentEdit, presentReport, usersOfHistory } from './present-history.ts'
import type { Source } from './shorten.ts'
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

/** Advice for a model about an error. The message says what is wrong. */
const advice: Partial<Record<ErrorCode, string>> = {
  goal_revision_conflict:
    'Read `conflict`. If your report is still true, call again with `expectedRevision` set to `conflict.revision`; otherwise revise it first.',
  goal_version_conflict:
    'Read `conflict`. If your edit still makes sense, call again with `expectedVersion` set to `conflict.version`; otherwise read the goal with get_goal first.',
  goal_update_idempotency_conflict:
    '`update` is the report that has this key. If yours is another one, call again with another `idempotencyKey`.',
  idempotency_conflict: 'Call again without `idempotencyKey`, or with another one.',
  invalid_request: 'Correct the arguments that `details` names, then call again.',
  invalid_cursor: 'Call again without the cursor.',
  invalid_goal_criteria: 'Read the goal with get_goal and use the ids of its criteria.',
  invalid_goal_measures: 'Read the goal with get_goal and use the ids of its measures.',
  invalid_goal_labels: 'List the labels with manage_labels and use their ids.',
  invalid_goal_parent: 'Use the id of another goal that find_goals returns.',
  invalid_goal_blockers:
    'Use ids of other goals that find_goals returns. `blockedByGoalIds` are those to finish before this one.',
  goal_parent_conflict:
    'Choose another parent: a goal is never below itself or a goal that waits for it, and a tree has at most 5 levels and 500 sub-goals a goal.',
  goal_blocker_conflict:
    'Check the direction: `blockedByGoalIds` are the goals to finish before this one. It cannot wait for a goal above or below it, or for one that waits for it.',
  goal_claimed: 'Somebody works on it: `claim` says who and until when. Work on another goal.',
  goal_claim_lost: 'Stop working on this goal. Your claim has ended, so nothing was written.',
  goal_not_ready: '`reasons` says why. Work on a goal that is ready.',
  budget_requires_session: 'Leave out the budget. Only a person changes it.',
  question_closed: 'Read the answer in `question`.',
  question_not_found: 'Check the id of the question.',
  goal_has_children: 'Move its sub-goals first: find_goals with `parentGoalId` lists them.',
  goal_not_found: 'Look for the goal with find_goals.',
  goal_label_not_found: 'If this repeats a delete, the label is deleted. Otherwise list the labels.',
  goal_label_exists: 'Use the label that has this name: list the labels.',
  goal_label_in_use:
    'Take the label off all goals with edit_goal first: find_goals with `labelId` lists them.',
  insufficient_scope: 'Ask the person who connected you for access that includes this scope.',
  permission_denied: 'Ask the owner of the goal, or an administrator of the organization.',
  goal_owner_forbidden: 'Leave out `ownerUserId`, or ask an administrator of the organization.',
  too_many_requests: 'Wait for `retryAfterSeconds`, then send the same call again.',
  unavailable: 'Wait for `retryAfterSeconds`, then send the same call again. It writes nothing twice.',
  internal_error:
    'Send the same call once again. It writes nothing twice. If it fails again, tell the person.',
}

/**
 * The result of a call that was refused: the error's code and message, and what the caller missed if it was overtaken. Names of people
 * come along if they can be read.
 */
export async function refusedResult(
  { code, message, details, retryAfterSeconds, addition, status }: ServiceError,
  { database, access, cursors }: Pick<ToolCall, 'database' | 'access' | 'cursors'>,
): Promise<ToolResult> {
  const { conflict, update, id } = addition
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
    whatToDo: advice[code] ?? 'Do not send the same call again: it would be refused again.',
    ...(details && { details }),
    ...(retries && { retryAfterSeconds: retryAfterSeconds ?? defaultRetryAfterSeconds }),
    ...(missed && { conflict: missed.conflict }),
    ...(stored && { update: stored }),
    ...(id !== undefined && { id }),
  }
  const sources: [object, Source][] = [
    ...(missed?.sources ?? []),
    ...(update && stored ? [[stored, { readOn: entryCall(update) }] as [object, Source]] : []),
  ]
  return toolResult({ error }, { sources: new Map(sources), isError: true })
}

const unnamed = () => undefined
