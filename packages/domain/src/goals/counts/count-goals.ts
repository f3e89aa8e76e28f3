import type { OutputOf } from '@cairn/contract/registry/registry'
import { attentionReasons, goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import type { Access } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { Database } from '../../storage/database/client.ts'
import type { Position } from '../../storage/database/query-records.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import {
  cellOf,
  countedHealths,
  type GoalCell,
  type GoalCountRecord,
  goalCountEntity,
  partsOf,
} from '../../storage/table/entities/goals/goal-count.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { partitionKeyOf, recordsOf } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { filtersByPlace, type GoalFilters, goalFilters, matches } from '../list/goal-filters.ts'
import { readList } from '../list/list-goals.ts'
import { attentionOf } from '../record/summarize.ts'
import { createPlaces } from '../tree/reading/places.ts'
import { noWork, type OrganizationWork } from '../work/work.ts'

/** Reads how many goals an organization has in each cell, in one read unit. Strongly consistent. */
async function readCounts(
  database: Database,
  organizationId: string,
): Promise<ReadonlyMap<GoalCell, number>> {
  const pk = partitionKeyOf(goalCountEntity, 'record', { organizationKey: shortId(organizationId) })
  const { items } = await readPartition(database, pk)
  return sumOf(recordsOf(goalCountEntity, items))
}

/** Adds up the shards. Pure. */
export function sumOf(records: readonly GoalCountRecord[]): Map<GoalCell, number> {
  const sums = new Map<GoalCell, number>()
  for (const { organizationKey: _organization, shard: _shard, changes: _changes, ...cells } of records) {
    for (const [cell, count] of Object.entries(cells) as [GoalCell, number][]) {
      sums.set(cell, (sums.get(cell) ?? 0) + count)
    }
  }
  return sums
}

type Counts = OutputOf<'countGoals'>

/** Rows that one request reads at most. */
const maximumRows = 2_000

/** Broad words are looked for in 100 rows at a time. */
const maximumReads = 20

/**
 * Counts goals by status, health and reason for attention. Numbers by status and health of all goals come from records that are
 * kept with the goals. Everything else is counted from at most 2,000 rows: reasons depend on the time, and filters on the caller.
 */
export const countGoals: Implementation<'countGoals'> = async (context, access, { query }) => {
  const filters = goalFilters(access, query)
  const [counted] = await Promise.all([filters && count(context, access, query.q, filters), access.role])
  return counted ?? countsOf([])
}

async function count(
  context: Context,
  access: Access,
  q: string | undefined,
  filters: GoalFilters,
): Promise<Counts> {
  const { database, now } = context
  const { owners, labelId, due, attention, updatedSince } = filters
  const isWhole =
    [q, owners, labelId, due, attention, updatedSince].every((filter) => filter === undefined) &&
    !filtersByPlace(filters)
  if (!isWhole || access.goalIds) {
    const { rows, work, more } = await readMatches(context, access, q, filters)
    return { ...countsOf(cellsOf(rows)), byAttention: reasonsOf(rows, work, now), more }
  }
  const [stored, active] = await Promise.all([
    readCounts(database, access.organizationId),
    readMatches(context, access, q, { ...filters, statuses: filters.statuses.filter(isActive) }),
  ])
  const cells = [...stored].filter(([cell]) => isWanted(cell, filters))
  return { ...countsOf(cells), byAttention: reasonsOf(active.rows, active.work, now), more: active.more }
}

const isActive = (status: GoalFilters['statuses'][number]) => status === 'active'

function isWanted(cell: GoalCell, { statuses, health: healths = [...countedHealths] }: GoalFilters): boolean {
  const [status, health] = partsOf(cell)
  return statuses.includes(status) && healths.includes(health)
}

/** Reads the rows that match, last change first, until it has read 2,000. */
async function readMatches(
  context: Context,
  access: Access,
  q: string | undefined,
  filters: GoalFilters,
): Promise<{ rows: GoalRow[]; work: OrganizationWork; more: boolean }> {
  const { now } = context
  const places = createPlaces(context, access)
  const rows: GoalRow[] = []
  if (filters.statuses.length === 0) return { rows, work: new Map(), more: false }
  // Lists of several owners are read beside each other: in one list, each page would have few goals of each.
  let lists = listsOf(access, q, filters).map((one) => ({ filters: one, cursor: null as Position | null }))
  let read = 0
  for (let reads = 0; reads < maximumReads && read < maximumRows; reads++) {
    const limit = lists.length > 1 ? Math.ceil((maximumRows - read) / lists.length) : undefined
    const pages = await Promise.all([
      ...lists.map((list) => readList(context, access, q, list.filters, { cursor: list.cursor, limit })),
      places.work.then(() => null),
    ])
    const work = await places.work
    const found = pages.flatMap((page) => page?.data ?? [])
    const taken = found.slice(0, maximumRows - read)
    const matching = taken.filter((row) => matches(row, filters, work, now))
    rows.push(...(await places.matching(matching, filters)))
    read += taken.length
    lists = lists.flatMap((list, index) => {
      const cursor = pages[index]?.cursor ?? null
      return cursor === null ? [] : [{ ...list, cursor }]
    })
    if (taken.length < found.length) return { rows, work, more: true }
    if (lists.length === 0) return { rows, work, more: false }
  }
  return { rows, work: await places.work, more: true }
}

/** The lists of an index that together have what the filters want. */
function listsOf(access: Access, q: string | undefined, filters: GoalFilters): GoalFilters[] {
  const { owners, labelId, parentGoalId, blockerGoalId } = filters
  const others = [q, labelId, parentGoalId ?? undefined, blockerGoalId]
  const isByOwner = access.goalIds === null && others.every((filter) => filter === undefined)
  return isByOwner && owners ? owners.map((owner) => ({ ...filters, owners: [owner] })) : [filters]
}

function cellsOf(rows: readonly GoalRow[]): [GoalCell, number][] {
  return rows.map((row) => [cellOf(row), 1])
}

function reasonsOf(rows: readonly GoalRow[], work: OrganizationWork, now: Date): Counts['byAttention'] {
  const byAttention = zerosOf(attentionReasons)
  for (const row of rows)
    for (const reason of attentionOf(row, work.get(row.goalId) ?? noWork, now)) byAttention[reason]++
  return byAttention
}

/** Adds up cells by status and by health. Pure. */
function countsOf(cells: readonly (readonly [GoalCell, number])[]): Counts {
  const byStatus = zerosOf(goalStatuses)
  const byHealth = zerosOf(countedHealths)
  let total = 0
  for (const [cell, number] of cells) {
    const [status, health] = partsOf(cell)
    byStatus[status] += number
    byHealth[health] += number
    total += number
  }
  return { total, more: false, byStatus, byHealth, byAttention: zerosOf(attentionReasons) }
}

function zerosOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
