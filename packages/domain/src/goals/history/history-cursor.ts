import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { CursorBinding, CursorSealer } from '../../storage/pagination/cursor.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'

type ListId = 'listGoalUpdates' | 'listGoalEdits'
type GoalId = { organizationId: string; goalId: string }

/** Returns the binding of the cursors of a list of reports or edits. */
export function historyBinding(
  list: ListId,
  { organizationId, goalId }: GoalId,
  order: 'asc' | 'desc',
): CursorBinding {
  return [list, organizationId, goalId, order]
}

/** Returns the cursor with which a list that has the newest first goes on behind an entry. */
export function cursorBefore(cursors: CursorSealer, entry: GoalUpdate | GoalEdit): string {
  const key = goalKeyOf(entry)
  const isReport = 'revision' in entry
  const position = isReport
    ? keyOfRecord(goalReportEntity, { ...key, revision: entry.revision })
    : keyOfRecord(goalEditEntity, { ...key, version: entry.version })
  const list = isReport ? 'listGoalUpdates' : 'listGoalEdits'
  return cursors.seal(historyBinding(list, entry, 'desc'), JSON.stringify(position))
}
