import type { Rank } from '@cairn/contract/goals/rank-goals'
import type { Access } from '../../../requests/access.ts'
import type { CursorBinding, CursorSealer } from '../../../storage/pagination/cursor.ts'

/** The position at which a tree continues: at the time of its first page, behind the goals on the way to the last one that was shown, from the top. */
export type TreePosition = { asOf: number; path: Rank[] }

export function bindingOf(
  { organizationId, userId, scopes, goalIds }: Access,
  goalId: string,
  depth: number,
): CursorBinding {
  const seesAll = scopes === 'session' || scopes.has('goals:read:all')
  const limit = goalIds && [...goalIds].toSorted().join()
  return [
    'getGoalTree',
    organizationId,
    goalId,
    String(depth),
    ...(seesAll ? [] : [userId]),
    ...(limit ? [limit] : []),
  ]
}

/** @throws `invalid_cursor` if it is not a cursor of this tree and this caller. */
export function openTreeCursor(cursors: CursorSealer, binding: CursorBinding, cursor: string): TreePosition {
  const { asOf, path } = JSON.parse(cursors.open(binding, cursor)) as TreePosition
  return {
    asOf,
    // JSON has no infinity.
    path: path.map(([reason, due, lastReport, id]) => [
      reason,
      due ?? Number.POSITIVE_INFINITY,
      lastReport,
      id,
    ]),
  }
}
