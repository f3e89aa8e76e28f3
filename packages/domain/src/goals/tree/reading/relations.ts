/** A goal's place among others as a caller may see it. */
import type { GoalRollup, NotReadyReason } from '@cairn/contract/schemas/goals/goal-relations'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { type GoalRow, ownerKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type { GoalAuthority } from '../../rules/authority.ts'
import { type GoalWork, isCurrent } from '../../work/work.ts'
import { toRollupResponse } from '../following/rollup.ts'
import { type Families, type Family, noFamily } from './family.ts'
import { isBlocked, notReadyReasonsOf } from './readiness.ts'
import { limitAround } from './sight.ts'

/** Whether a caller may know a goal, by its copy. */
export type Sight = (copy: { id: string; ownerKey: string }) => boolean

export type Relations = Pick<GoalSummary, 'parentGoalId' | 'ancestors' | 'blockedBy' | 'ready' | 'rollup'> & {
  notReady: NotReadyReason[]
  /** The work on it. */
  work: GoalWork
  /** Whether it waits for a goal that is active or paused, also for one that the caller does not see. */
  isBlocked: boolean
}

/** Of a goal without any. */
export const noRelations = (row: GoalRow, now: Date): Relations => relationsOf(row, noFamily, undefined, now)

/**
 * Returns the place of a goal as it is shown.
 *
 * @param sight  Undefined for a caller who sees all goals.
 * @param now  The time of the request, which decides whether a claim is current.
 */
export function relationsOf(
  row: GoalRow,
  { tree, neighbors, work }: Family,
  sight: Sight | undefined,
  now: Date,
): Relations {
  const { parentGoalId, blockedByGoalIds } = row
  // Copies of another parent are late ones.
  const copied = neighbors?.ancestors.at(-1)?.id === parentGoalId ? (neighbors?.ancestors ?? []) : []
  const above = parentGoalId === undefined ? [] : copied
  const firstSeen = sight ? above.findLastIndex((copy) => !sight(copy)) + 1 : 0
  const ancestors = above.slice(firstSeen).map(({ id, title }) => ({ id, title }))
  const blockers = (neighbors?.blockers ?? []).filter(({ id }) => blockedByGoalIds.includes(id))
  const statuses = blockers.map(({ status }) => status)
  const notReady = notReadyReasonsOf({
    status: row.status,
    isClaimed: isCurrent(work.claim, now),
    blockers: statuses,
    openChildren: openChildrenIn(tree),
  })
  return {
    parentGoalId: sight === undefined || ancestors.length > 0 ? (parentGoalId ?? null) : null,
    ancestors,
    blockedBy: blockers
      .filter((copy) => sight === undefined || sight(copy))
      .map(({ id, title, status }) => ({ id, title, status })),
    ready: notReady.length === 0,
    rollup: rollupIn(tree, sight),
    notReady,
    work,
    isBlocked: isBlocked({ blockers: statuses }),
  }
}

/** How many sub-goals are active or paused. A new sub-goal is active before the roll-up counts it. */
function openChildrenIn(tree: Family['tree']): number {
  if (!tree?.below1) return 0
  return tree.rollup?.o ?? tree.below1
}

/** The roll-up as it is shown. A caller who sees only the own goals sees it if all of them are. */
function rollupIn(tree: Family['tree'], sight: Sight | undefined): GoalRollup | null {
  if (!tree?.below1 || !tree.rollup) return null
  const { rollup } = tree
  const isSeen =
    sight === undefined || (rollup.w !== undefined && sight({ id: belowOwn, ownerKey: rollup.w }))
  return isSeen ? toRollupResponse(rollup) : null
}

/** Stands for any goal below one that the caller sees. */
const belowOwn = 'below'

/** Returns the sight of a caller, or undefined if that is everything. */
export async function sightOf(
  database: Database,
  access: Pick<Access, 'organizationId'> & Pick<GoalAuthority, 'goalIds' | 'userId' | 'seesAll'>,
  rows: readonly GoalRow[],
  families: Families,
): Promise<Sight | undefined> {
  const { seesAll, userId, goalIds } = access
  if (seesAll && goalIds === null) return undefined
  const ownerKey = ownerKeyOf(userId)
  const isOwn = (copy: Parameters<Sight>[0]) => seesAll || copy.ownerKey === ownerKey
  if (goalIds === null) return isOwn
  const named = rows.flatMap(({ goalId }) => {
    const { neighbors } = families.get(goalId) ?? noFamily
    return [...(neighbors?.ancestors ?? []), ...(neighbors?.blockers ?? [])].map(({ id }) => id)
  })
  const limit = await limitAround(database, access, new Set(named))
  // What is below a goal of the limit is within it.
  return (copy) => isOwn(copy) && (copy.id === belowOwn || (limit?.has(copy.id) ?? true))
}

type Viewer = Parameters<typeof sightOf>[1]

/** Returns the place of one goal as it is shown. */
export async function readRelations(
  database: Database,
  viewer: Viewer,
  row: GoalRow,
  familyOf: (row: GoalRow) => Promise<Family>,
  now: Date,
): Promise<Relations> {
  const family = await familyOf(row)
  return relationsOf(
    row,
    family,
    await sightOf(database, viewer, [row], new Map([[row.goalId, family]])),
    now,
  )
}

/** Returns a function that returns the place of each of some goals as it is shown. */
export async function readAllRelations(
  database: Database,
  viewer: Viewer,
  rows: readonly GoalRow[],
  families: Families,
  now: Date,
): Promise<(row: GoalRow) => Relations> {
  const sight = await sightOf(database, viewer, rows, families)
  return (row) => relationsOf(row, families.get(row.goalId) ?? noFamily, sight, now)
}
