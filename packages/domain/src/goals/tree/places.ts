import type { Access } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { filtersByPlace, type GoalFilters, isPlacedAsWanted } from '../list/goal-filters.ts'
import { goalAuthority } from '../rules/authority.ts'
import { type Family, hasRelations, noFamily, readFamilies } from './family.ts'
import { type Relations, readAllRelations } from './relations.ts'

/**
 * The places of the goals of one list. What is stored beside each goal is read once.
 *
 * A token that may not see all goals is shown its own ones only, whatever its user's role.
 */
export function createPlaces(
  { database, changes }: Pick<Context, 'database' | 'changes'>,
  access: Pick<Access, 'organizationId' | 'userId' | 'goalIds' | 'scopes'>,
) {
  const known = new Map<string, Family>()
  // Read in parallel with the rows.
  const related = hasRelations(database, access.organizationId)
  related.catch(() => undefined)
  const viewer = { organizationId: access.organizationId, ...goalAuthority(access, 'member') }

  async function relationsOf(rows: readonly GoalRow[]): Promise<(row: GoalRow) => Relations> {
    const unknown = rows.filter(({ goalId }) => !known.has(goalId))
    const read = await readFamilies({ database, changes }, unknown, await related)
    for (const { goalId } of unknown) known.set(goalId, read.get(goalId) ?? noFamily)
    return readAllRelations(database, viewer, rows, known)
  }

  return {
    /** Returns a function that returns the place of each of these goals as it is shown. */
    relationsOf,
    /** Returns the goals whose place matches the filters. */
    async matching(rows: GoalRow[], filters: GoalFilters): Promise<GoalRow[]> {
      if (!filtersByPlace(filters)) return rows
      const placeOf = await relationsOf(rows)
      return rows.filter((row) => isPlacedAsWanted(row, placeOf(row), filters))
    },
  }
}
