import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { cursorBefore } from '@cairn/domain/goals/history/history-cursor'
import type { NameOf } from '@cairn/domain/organizations/context/read-names'
import type { CursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { entryCall, presentEdit, presentReport } from './present-history.ts'
import type { Source } from './shorten.ts'

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
