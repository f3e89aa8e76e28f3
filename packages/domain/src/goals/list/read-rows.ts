import type { Database } from '../../storage/database/client.ts'
import type { Position, QueryOptions, QueryResult } from '../../storage/database/query-records.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import {
  decodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalFilters, isIndexed } from './goal-filters.ts'
import { positionOf } from './goal-index.ts'

/** Reads the rows of goals by key, without those that do not exist. Strongly consistent, in one call. */
export async function readRows(
  database: Database,
  organizationId: string,
  goalIds: Iterable<string>,
): Promise<GoalRow[]> {
  const keys = [...goalIds].map((goalId) => goalKeyOf({ organizationId, goalId }))
  const rows = await readRecords(database, goalRowEntity, keys)
  return rows.map(decodeRow)
}

/**
 * Reads the list of a caller that is limited to some goals: all their rows, however many goals the organization has. An index
 * would have to be walked to find them.
 */
export async function readListedRows(
  database: Database,
  organizationId: string,
  goalIds: ReadonlySet<string>,
  filters: GoalFilters,
  { cursor }: QueryOptions,
): Promise<QueryResult<GoalRow>> {
  const rows = await readRows(database, organizationId, goalIds)
  return { data: listedRows(rows, filters, cursor), cursor: null }
}

/** Of rows that were not read from an index: those of the list below a position, last change first. */
export function listedRows(
  rows: readonly GoalRow[],
  filters: GoalFilters,
  below: Position | null,
): GoalRow[] {
  return rows
    .filter((row) => isIndexed(row, filters) && (below === null || positionOf(row) < below))
    .sort((left, right) => (positionOf(left) < positionOf(right) ? 1 : -1))
}
