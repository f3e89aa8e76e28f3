import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { spansOf } from './health-over-time.ts'

export type HistoryFilter = 'all' | 'reports' | 'edits'

export type ReportItem = {
  kind: 'report'
  version: number
  update: GoalUpdate
  /** How the goal was before. Unknown before the oldest report that is given. */
  before: { status: GoalStatus; health: GoalHealth | null } | undefined
}

export type StreamEntry = ReportItem | { kind: 'edit'; version: number; edit: GoalEdit }

/** Reports and edits in one stream, newest first. Both lists may be in any order. */
export function streamOf(
  updates: readonly GoalUpdate[],
  edits: readonly GoalEdit[],
  filter: HistoryFilter = 'all',
): StreamEntry[] {
  const oldestFirst = updates.toSorted((one, other) => one.revision - other.revision)
  const spans = spansOf(oldestFirst, 0)
  const reports = oldestFirst.map((update, index) => ({
    kind: 'report' as const,
    version: update.version,
    update,
    before: spans[index - 1],
  }))
  const changes = edits.map((edit) => ({ kind: 'edit' as const, version: edit.version, edit }))
  const entries: StreamEntry[] = [
    ...(filter === 'edits' ? [] : reports),
    ...(filter === 'reports' ? [] : changes),
  ]
  return entries.sort((one, other) => other.version - one.version)
}
