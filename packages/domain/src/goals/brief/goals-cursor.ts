import type { Rank } from '@cairn/contract/goals/rank-goals'
import type { BriefScope } from '@cairn/contract/schemas/feed/brief'
import type { Access } from '../../requests/access.ts'
import type { Position } from '../../storage/database/query-records.ts'
import type { CursorSealer } from '../../storage/pagination/cursor.ts'

/** The position at which a list of the most pressing goals continues. */
export type GoalsPosition = {
  /** The time of the first page, at which all pages judge what presses, in milliseconds. */
  asOf: number
  /** The page of the index that is being shown: the rows above one position, up to the other. */
  above?: Position | undefined
  upTo?: Position | undefined
  /** Goals whose deadlines are up to this one were shown with the first page, if there are many goals. */
  dated?: string | undefined
  /** Watched goals up to this id were shown. */
  aboveWatched?: string | undefined
  /** The last goal that was shown; absent at the start of a page of the index. */
  after?: GoalPlace | undefined
}

/** The position behind the rows that were read. */
export type RowsEnd = Pick<GoalsPosition, 'above' | 'dated' | 'aboveWatched'>

/** Goals that have changed since the first page come last, in the order of their changes: their rank is another one now. */
export type GoalPlace = { rank: Rank } | { changedAt: string; id: string }

/** Seals where the list goes on, for this user in this organization. */
export function sealGoalsCursor(
  cursors: CursorSealer,
  access: Access,
  scope: BriefScope,
  position: GoalsPosition,
): string {
  return cursors.seal(binding(access, scope), JSON.stringify(position))
}

/** @throws `invalid_cursor` if it is not a cursor of this user's goals in this organization, in this scope. */
export function openGoalsCursor(
  cursors: CursorSealer,
  access: Access,
  scope: BriefScope,
  cursor: string,
): GoalsPosition {
  const position = JSON.parse(cursors.open(binding(access, scope), cursor)) as GoalsPosition
  if (position.after && 'rank' in position.after) {
    const [reason, due, lastReport, id] = position.after.rank
    // JSON has no infinity.
    position.after.rank = [reason, due ?? Number.POSITIVE_INFINITY, lastReport, id]
  }
  return position
}

function binding({ organizationId, userId }: Access, scope: BriefScope): readonly string[] {
  return ['briefGoals', organizationId, userId, ...(scope === 'mine' ? [] : [scope])]
}
