import { isDueIn } from '@cairn/contract/goals/due-period'
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
  /** Goals of any of these, at least one; null: goals that nobody owns. */
  owners: readonly (string | null)[] | undefined
  labelId: string | undefined
  /** The first and the last target date, or `none`, as `isDueIn` takes them. */
  due: string | undefined
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
  owners: undefined,
  labelId: undefined,
  due: undefined,
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
  const { status = goalStatuses, health, labelId, due, attention, updatedSince } = query
  const { parentGoalId, blockerGoalId, ready, blocked } = query
  const owners = ownersOf(access, query)
  if (owners?.length === 0) return null
  return {
    // Only active goals need somebody, or are ready.
    statuses: attention === undefined && !ready ? status : status.filter((one) => one === 'active'),
    health,
    owners,
    labelId,
    due,
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

/** Returns the owners that both filters and the caller's sight allow, each once; undefined if they allow any. */
function ownersOf(
  access: Access,
  query: Pick<Query, 'ownerUserId' | 'owner'>,
): (string | null)[] | undefined {
  const { ownerUserId, owner } = query
  const ownerOf = (named: string) => (named === 'me' ? access.userId : named === 'none' ? null : named)
  const sets = [
    ...(ownerUserId === undefined ? [] : [[ownerUserId]]),
    ...(owner === undefined ? [] : [owner]),
    ...(seesAllGoals(access) ? [] : [['me']]),
  ].map((names) => new Set(names.map(ownerOf)))
  const [first, ...others] = sets
  return first && [...first].filter((one) => others.every((set) => set.has(one)))
}

/** Returns the binding of a goal list's cursor: the filters and the caller's sight, without the view. */
export function goalListBinding(access: Access, query: Query): CursorBinding {
  const { status, health, owner, labelId, attention, updatedSince, q } = query
  const { ownerUserId = seesAllGoals(access) ? undefined : access.userId } = query
  const { goalIds } = access
  const related = ['due', 'parentGoalId', 'blockerGoalId', 'ready', 'blocked'] as const
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
    ...(owner ? [`owner=${JSON.stringify(namesOf(access, owner))}`] : []),
    ...related.flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`])),
  ]
}

/** The owners of a filter in an order of their own, each once. */
function namesOf({ userId }: Access, owner: readonly string[]): string[] {
  return [...new Set(owner.map((name) => (name === 'me' ? userId : name)))].toSorted()
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
  const { health, owners, due, attention } = filters
  return (
    (health === undefined || health.includes(row.health ?? 'none')) &&
    (owners === undefined || owners.includes(row.ownerUserId ?? null)) &&
    (due === undefined || isDueIn(targetDateOf(row), due)) &&
    (attention === undefined || attentionOf(row, work.get(row.goalId) ?? noWork, now).includes(attention))
  )
}

function targetDateOf({ timeframe }: Pick<GoalRow, 'timeframe'>): string | null {
  return timeframe.kind === 'deadline' ? timeframe.targetDate : null
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
  const { health, owners, labelId, due, attention } = filters
  return (
    filtersByPlace(filters) ||
    health !== undefined ||
    due !== undefined ||
    attention !== undefined ||
    (labelId !== undefined && owners !== undefined)
  )
}
