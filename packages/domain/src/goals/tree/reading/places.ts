import type { Access } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { filtersByPlace, type GoalFilters, isPlacedAsWanted } from '../../list/goal-filters.ts'
import { hasTrait } from '../../record/traits.ts'
import { goalAuthority } from '../../rules/authority.ts'
import { readOrganizationWork } from '../../work/work.ts'
import { type Family, noFamily, readFamilies } from './family.ts'
import { type Relations, readAllRelations } from './relations.ts'

/**
 * The places of the goals of one list. What is stored beside each goal is read once.
 *
 * A token that may not see all goals is shown its own ones only, whatever its user's role.
 */
export function createPlaces(
  { database, changes, now }: Pick<Context, 'database' | 'changes' | 'now'>,
  access: Pick<Access, 'organizationId' | 'userId' | 'goalIds' | 'scopes'>,
  { handoffs = false } = {},
) {
  const known = new Map<string, Family>()
  // Read in parallel with the rows.
  const related = hasTrait(database, access.organizationId, 'hasRelations')
  related.catch(() => undefined)
  const work = readOrganizationWork(database, access.organizationId)
  work.catch(() => undefined)
  const viewer = { organizationId: access.organizationId, ...goalAuthority(access, 'member') }

  async function relationsOf(rows: readonly GoalRow[]): Promise<(row: GoalRow) => Relations> {
    const unknown = rows.filter(({ goalId }) => !known.has(goalId))
    const reads = { database, changes, handoffs, related: await related, work: await work }
    const read = await readFamilies(reads, unknown)
    for (const { goalId } of unknown) known.set(goalId, read.get(goalId) ?? noFamily)
    return readAllRelations(database, viewer, rows, known, now)
  }

  return {
    /** The work on all goals of the organization. */
    work,
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
