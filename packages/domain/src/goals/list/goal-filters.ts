import type { InputOf } from '@cairn/contract/registry/registry'
import { type GoalStatus, goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import type { Access } from '../../requests/access.ts'
import type { CursorBinding } from '../../storage/pagination/cursor.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { attentionOf } from '../record/summarize.ts'
import type { Relations } from '../tree/reading/relations.ts'
import { noWork, type OrganizationWork } from '../work/work.ts'

type Query = InputOf<'listGoals'>['query']

/** The filters of a goal list, combined with AND, after the caller's sight and words such as `me` were applied. */
export type GoalFilters = {
  statuses: readonly GoalStatus[]
  health: Query['health']
  /** Null: goals that nobody owns. */
  ownerUserId: string | null | undefined
  labelId: string | undefined
  attention: Query['attention']
  updatedSince: string | undefined
  /** Null: goals without a parent that the caller sees. */
  parentGoalId: string | null | undefined
  blockerGoalId: string | undefined
  ready: boolean | undefined
  blocked: boolean | undefined
}

export const noFilters: GoalFilters = {
  statuses: goalStatuses,
  health: undefined,
  ownerUserId: undefined,
  labelId: undefined,
  attention: undefined,
  updatedSince: undefined,
  parentGoalId: undefined,
  blockerGoalId: undefined,
  ready: undefined,
  blocked: undefined,
}

/**
 * Returns the filters of a request; null if the caller may see nothing that matches: a token without `goals:read:all`
 * sees only its owner's goals.
 */
export function goalFilters(access: Access, query: Query): GoalFilters | null {
  const { status = goalStatuses, health, labelId, attention, updatedSince } = query
  const { parentGoalId, blockerGoalId, ready, blocked } = query
  const seesAll = seesAllGoals(access)
  const named = ownerOf(access, query.ownerUserId)
  if (!seesAll && named !== undefined && named !== access.userId) return null
  return {
    // Only active goals need somebody, or are ready.
    statuses: attention === undefined && !ready ? status : status.filter((one) => one === 'active'),
    health,
    ownerUserId: seesAll ? named : access.userId,
    labelId,
    attention,
    updatedSince,
    parentGoalId: parentGoalId === 'none' ? null : parentGoalId,
    blockerGoalId,
    ready,
    blocked,
  }
}

function seesAllGoals({ scopes }: Access): boolean {
  return scopes === 'session' || scopes.has('goals:read:all')
}

function ownerOf(access: Access, named: string | undefined): string | null | undefined {
  if (named === 'me') return access.userId
  return named === 'none' ? null : named
}

/** Returns the binding of a goal list's cursor: the filters and the caller's sight, without the view. */
export function goalListBinding(access: Access, query: Query): CursorBinding {
  const { status, health, labelId, attention, updatedSince, q } = query
  const { ownerUserId = seesAllGoals(access) ? undefined : access.userId } = query
  const { goalIds } = access
  const related = ['parentGoalId', 'blockerGoalId', 'ready', 'blocked'] as const
  return [
    'listGoals',
    access.organizationId,
    ownerUserId === 'me' ? access.userId : ownerUserId,
    status?.toSorted().join(),
    health?.toSorted().join(),
    labelId,
    attention,
    updatedSince,
    q,
    // Cursors of other callers, and without these filters, stay as they are.
    ...(goalIds ? [[...goalIds].toSorted().join()] : []),
    ...related.flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`])),
  ]
}

/** Whether a goal's place matches the filters. */
export function isPlacedAsWanted(
  row: GoalRow,
  relations: Pick<Relations, 'parentGoalId' | 'ready' | 'isBlocked'>,
  { parentGoalId, blockerGoalId, ready, blocked }: GoalFilters,
): boolean {
  return (
    (parentGoalId === undefined || relations.parentGoalId === parentGoalId) &&
    (blockerGoalId === undefined || row.blockedByGoalIds.includes(blockerGoalId)) &&
    (ready === undefined || relations.ready === ready) &&
    (blocked === undefined || relations.isBlocked === blocked)
  )
}

/** Whether a list is filtered by the place of goals. */
export function filtersByPlace({ parentGoalId, blockerGoalId, ready, blocked }: GoalFilters): boolean {
  return [parentGoalId, blockerGoalId, ready, blocked].some((filter) => filter !== undefined)
}

/** Whether a row matches the filters that no index applies, but for those of its place. */
export function matches(row: GoalRow, filters: GoalFilters, work: OrganizationWork, now: Date): boolean {
  const { health, ownerUserId, attention } = filters
  return (
    (health === undefined || health.includes(row.health ?? 'none')) &&
    (ownerUserId === undefined || (row.ownerUserId ?? null) === ownerUserId) &&
    (attention === undefined || attentionOf(row, work.get(row.goalId) ?? noWork, now).includes(attention))
  )
}

/** Whether a row that was not read from an index belongs into the list, but for what `matches` decides. */
export function isIndexed(
  row: GoalRow,
  { statuses, labelId, updatedSince }: Pick<GoalFilters, 'statuses' | 'labelId' | 'updatedSince'>,
): boolean {
  return (
    statuses.includes(row.status) &&
    (labelId === undefined || row.labelIds.includes(labelId)) &&
    (updatedSince === undefined || row.updatedAt >= updatedSince)
  )
}

/** Whether `matches` drops rows of the index that `goal-index.ts` chooses. */
export function dropsRows(filters: GoalFilters): boolean {
  const { health, ownerUserId, labelId, attention } = filters
  return (
    filtersByPlace(filters) ||
    health !== undefined ||
    attention !== undefined ||
    (labelId !== undefined && ownerUserId !== undefined)
  )
}
