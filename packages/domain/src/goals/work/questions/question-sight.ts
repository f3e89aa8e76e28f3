import type { Database } from '../../../storage/database/client.ts'
import { readRows } from '../../list/read-rows.ts'
import { type GoalAuthority, isWithinLimit, maySee } from '../../rules/authority.ts'

/** Returns whether a caller sees each of some goals. Reads rows only for a caller who sees no goals but the own ones. */
export async function readVisibility(
  database: Database,
  organizationId: string,
  authority: GoalAuthority,
  goalIds: readonly string[],
): Promise<(goalId: string) => boolean> {
  if (authority.seesAll) return (goalId) => isWithinLimit(authority, goalId)
  const possible = new Set(goalIds.filter((goalId) => isWithinLimit(authority, goalId)))
  const rows = await readRows(database, organizationId, possible)
  const visible = new Set(rows.filter((row) => maySee(authority, row)).map(({ goalId }) => goalId))
  return (goalId) => visible.has(goalId)
}
