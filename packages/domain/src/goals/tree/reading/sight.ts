/**
 * The goals that exist for a token that is limited to some: these, and what is below them, as long as it is there. Everybody else asks
 * nothing of the table here.
 */
import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalTreeEntity } from '../../../storage/table/entities/goals/goal-tree.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { hasTrait } from '../../record/traits.ts'
import { type GoalAuthority, goalAuthority } from '../../rules/authority.ts'
import { readChildren } from './relatives.ts'

type Limited = Pick<Access, 'organizationId' | 'goalIds'>

/** Returns the goals of a limit together with those of the named ones that are below one of them. Up to five round trips. */
export async function limitAround(
  database: Database,
  { organizationId, goalIds }: Limited,
  named: Iterable<string>,
): Promise<ReadonlySet<string> | null> {
  if (goalIds === null) return null
  const below = await Promise.all(
    [...named].map(async (goalId) =>
      (await isBelow(database, organizationId, goalIds, goalId)) ? [goalId] : [],
    ),
  )
  return new Set([...goalIds, ...below.flat()])
}

async function isBelow(
  database: Database,
  organizationId: string,
  goalIds: ReadonlySet<string>,
  goalId: string,
): Promise<boolean> {
  let current: string | undefined = goalId
  for (let level = 0; level <= maximumAncestors && current !== undefined; level++) {
    if (goalIds.has(current)) return true
    const tree: { parentKey?: string | undefined } | null = await readRecord(
      database,
      goalTreeEntity,
      goalKeyOf({ organizationId, goalId: current }),
    )
    current = tree?.parentKey === undefined ? undefined : longId(tree.parentKey)
  }
  return false
}

/** Returns the authority of a caller over a goal and what it names. Awaits the role, as every operation must. */
export async function readAuthority(
  database: Database,
  access: Access,
  ...goalIds: string[]
): Promise<GoalAuthority> {
  const [role, limit] = await Promise.all([access.role, limitAround(database, access, goalIds)])
  return goalAuthority({ ...access, goalIds: limit }, role)
}

/** Returns the authority of a caller over all goals, with those below the goals of a limit. Awaits the role. */
export async function readWholeAuthority(database: Database, access: Access): Promise<GoalAuthority> {
  const [role, sighted] = await Promise.all([access.role, withGoalsBelow(database, access)])
  return goalAuthority(sighted, role)
}

/** Returns the ids of all goals below some. One more round trip for each level, and none where no goals belong together. */
export async function goalsBelow(
  database: Database,
  organizationId: string,
  goalIds: ReadonlySet<string>,
): Promise<Set<string>> {
  const found = new Set<string>()
  if (!(await hasTrait(database, organizationId, 'hasRelations'))) return found
  let level = [...goalIds]
  while (level.length > 0) {
    const children = await Promise.all(level.map((goalId) => readChildren(database, organizationId, goalId)))
    // Only those with goals below are asked. A roll-up says so a moment later than the goals do.
    level = children.flat().flatMap(({ childKey, facts }) => {
      const goalId = longId(childKey)
      if (found.has(goalId) || goalIds.has(goalId)) return []
      found.add(goalId)
      return facts.r ? [goalId] : []
    })
  }
  return found
}

/** Returns a caller whose limit has all goals below those of its limit too. */
export async function withGoalsBelow<A extends Limited>(database: Database, access: A): Promise<A> {
  const { organizationId, goalIds } = access
  if (goalIds === null) return access
  const below = await goalsBelow(database, organizationId, goalIds)
  return { ...access, goalIds: new Set([...goalIds, ...below]) }
}
