import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { GoalFilters } from '../../list/goal-filters.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { maySee } from '../../rules/authority.ts'
import { readChildren, readDependents } from './relatives.ts'
import { limitAround, readAuthority } from './sight.ts'

/**
 * Returns the only goals that can be in a list, as its filters say, or null if they do not: those below a parent, those that wait for a
 * blocker. A goal that the caller does not see leads to none.
 */
export async function listedGoals(
  database: Database,
  access: Access,
  { parentGoalId, blockerGoalId }: Pick<GoalFilters, 'parentGoalId' | 'blockerGoalId'>,
): Promise<ReadonlySet<string> | null> {
  const sets = await Promise.all([
    parentGoalId == null ? null : readNamed(database, access, parentGoalId, idsOfChildren),
    blockerGoalId === undefined ? null : readNamed(database, access, blockerGoalId, readDependents),
  ])
  const [first, ...others] = sets.filter((set) => set !== null)
  if (!first) return null
  const ids = [...first].filter((goalId) => others.every((set) => set.has(goalId)))
  if (access.goalIds === null) return new Set(ids)
  const limit = await limitAround(database, access, ids)
  return new Set(ids.filter((goalId) => limit?.has(goalId)))
}

type Read = (database: Database, organizationId: string, goalId: string) => Promise<string[]>

async function readNamed(
  database: Database,
  access: Access,
  goalId: string,
  read: Read,
): Promise<ReadonlySet<string>> {
  const { organizationId } = access
  const [authority, row, ids] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    read(database, organizationId, goalId),
  ])
  return new Set(row && maySee(authority, row) ? ids : [])
}

const idsOfChildren: Read = async (database, organizationId, goalId) => {
  const children = await readChildren(database, organizationId, goalId)
  return children.map(({ childKey }) => longId(childKey))
}
