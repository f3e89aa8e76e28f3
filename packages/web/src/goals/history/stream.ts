import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'

export type HistoryFilter = 'all' | 'reports' | 'edits'

export type StreamEntry =
  | {
      kind: 'report'
      version: number
      update: GoalUpdate
      /** Whether the report changed the status. True for the publication. */
      hasNewStatus: boolean
    }
  | { kind: 'edit'; version: number; edit: GoalEdit }

/** Reports and edits in one stream, newest first. Both lists may be in any order. */
export function streamOf(
  updates: readonly GoalUpdate[],
  edits: readonly GoalEdit[],
  filter: HistoryFilter = 'all',
): StreamEntry[] {
  const oldestFirst = updates.toSorted((one, other) => one.revision - other.revision)
  const reports = oldestFirst.map((update, index) => ({
    kind: 'report' as const,
    version: update.version,
    update,
    hasNewStatus: oldestFirst[index - 1]?.status !== update.status,
  }))
  const changes = edits.map((edit) => ({ kind: 'edit' as const, version: edit.version, edit }))
  const entries: StreamEntry[] = [
    ...(filter === 'edits' ? [] : reports),
    ...(filter === 'reports' ? [] : changes),
  ]
  return entries.sort((one, other) => other.version - one.version)
}
