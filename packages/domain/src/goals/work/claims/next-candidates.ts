/** The goals that `claimNextGoal` may take, the most pressing first. */
import { compareRanks, type Rank, rankOf } from '@cairn/contract/goals/rank-goals'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { Access } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { type GoalFilters, matches, noFilters } from '../../list/goal-filters.ts'
import { queryLongestUnchanged } from '../../list/goal-index.ts'
import { readList } from '../../list/list-goals.ts'
import { readRows } from '../../list/read-rows.ts'
import { readEarliestGoals } from '../../record/deadlines.ts'
import { attentionOf, nextReportDueAt } from '../../record/summarize.ts'
import { hasTrait } from '../../record/traits.ts'
import { type GoalAuthority, maySee } from '../../rules/authority.ts'
import { type Family, noFamily, readFamilies, settle } from '../../tree/reading/family.ts'
import { relationsOf } from '../../tree/reading/relations.ts'
import { goalsBelow } from '../../tree/reading/sight.ts'
import { isCurrent, noWork, readOrganizationWork } from '../work.ts'

export type Candidate = { row: GoalRow; family: Family }

type Wanted = Pick<InputOf<'claimNextGoal'>['body'], 'parentGoalId' | 'labelId' | 'ownerUserId' | 'q'>

/** Goals that are compared, if there are more than a page of the index. */
const maximumCompared = 1_000

/** Goals whose relations are read at once. Most callers take one of the first. */
const familiesAtOnce = 50

/**
 * Reads the active goals that match, beside the work on them: one page of the index, which is some 1,200 goals. If there are more, those with the
 * earliest deadlines, in three more round trips. Below a parent they are read by key, level by level.
 */
export async function readCandidates(context: Context, access: Access, wanted: Wanted) {
  const { database, now } = context
  const { organizationId } = access
  const [related, work, { rows, parent }] = await Promise.all([
    hasTrait(database, organizationId, 'hasRelations'),
    readOrganizationWork(database, organizationId),
    readWanted(context, access, wanted),
  ])
  const ends = [...work.values()].flatMap(({ claim }) => (isCurrent(claim, now) ? [claim.endsAt] : []))
  const ranked = rows
    .map((row) => ({ row, rank: rankAt(row, work.get(row.goalId) ?? noWork, now) }))
    .sort((one, other) => compareRanks(one.rank, other.rank))
    .map(({ row }) => row)

  return {
    /** Whether the caller sees the parent that it names, if any. */
    isWithinSight: (authority: GoalAuthority) =>
      wanted.parentGoalId === undefined || (parent !== undefined && maySee(authority, parent)),
    /** When the first lease ends, in Unix milliseconds; undefined if nobody works. */
    firstEnd: () => (ends.length > 0 ? Math.min(...ends) : undefined),
    /** Yields the goals that are ready and may be written, as they were read. */
    async *ready(mayWrite: (row: GoalRow) => boolean): AsyncGenerator<Candidate> {
      const free = ranked.filter(
        (row) => mayWrite(row) && !isCurrent(work.get(row.goalId)?.claim ?? null, now),
      )
      for (let start = 0; start < free.length; start += familiesAtOnce) {
        const page = free.slice(start, start + familiesAtOnce)
        const reads = { database, changes: context.changes, related, work, handoffs: false }
        const families = await readFamilies(reads, page)
        for (const row of page) {
          const family = families.get(row.goalId) ?? noFamily
          if (relationsOf(row, family, undefined, now).ready) yield { row, family }
        }
      }
    },
  }
}

async function readWanted(
  context: Context,
  access: Access,
  { parentGoalId, ...wanted }: Wanted,
): Promise<{ rows: GoalRow[]; parent?: GoalRow | undefined }> {
  const { database, now } = context
  const filters = filtersOf(access, wanted)
  const isWanted = (row: GoalRow) => row.status === 'active' && isMatch(row, filters, now)
  if (parentGoalId === undefined) {
    if (!filters) return { rows: [] }
    const { data, cursor } = await readList(context, access, wanted.q, filters, { cursor: null })
    const isPart = cursor !== null && wanted.q === undefined
    const rows = isPart ? await readMostPressing(database, access.organizationId, filters, isWanted) : data
    return { rows: rows.filter(isWanted) }
  }
  // Goals several levels below are known once earlier moves have been followed.
  await settle(context.changes, access.organizationId)
  const [[parent], below] = await Promise.all([
    readRows(database, access.organizationId, [parentGoalId]),
    goalsBelow(database, access.organizationId, new Set([parentGoalId])),
  ])
  if (!filters || below.size === 0) return { rows: [], parent }
  const rows =
    wanted.q === undefined
      ? await readRows(database, access.organizationId, below)
      : (await readList(context, access, wanted.q, filters, { cursor: null })).data
  return { rows: rows.filter((row) => below.has(row.goalId) && isWanted(row)), parent }
}

/**
 * Reads some of many goals: those with the earliest deadlines. If these are fewer than may be compared, also those that nobody has changed for the
 * longest time.
 */
async function readMostPressing(
  database: Database,
  organizationId: string,
  filters: GoalFilters,
  isWanted: (row: GoalRow) => boolean,
): Promise<GoalRow[]> {
  const earliest = await readEarliestGoals(database, organizationId, maximumCompared)
  const wanted = earliest.filter(isWanted)
  if (wanted.length >= maximumCompared) return wanted
  const longest = await queryLongestUnchanged(database, organizationId, filters)
  return [...new Map([...longest, ...wanted].map((row) => [row.goalId, row])).values()]
}

/** Returns the filters of the goals that the caller may be able to write; null if there are none. */
function filtersOf(access: Access, { ownerUserId: named, labelId }: Wanted): GoalFilters | null {
  const { scopes, userId } = access
  const owner = named === 'me' ? userId : named === 'none' ? null : named
  const isLimited = scopes !== 'session' && !scopes.has('goals:write:all')
  if (isLimited && owner !== undefined && owner !== userId) return null
  const writable = isLimited ? userId : owner
  return {
    ...noFilters,
    statuses: ['active'],
    labelId,
    owners: writable === undefined ? undefined : [writable],
  }
}

function isMatch(row: GoalRow, filters: GoalFilters | null, now: Date): boolean {
  if (!filters) return false
  const { labelId } = filters
  return (labelId === undefined || row.labelIds.includes(labelId)) && matches(row, filters, new Map(), now)
}

function rankAt(row: GoalRow, work: Parameters<typeof attentionOf>[1], now: Date): Rank {
  return rankOf({
    id: row.goalId,
    attention: attentionOf(row, work, now),
    timeframe: row.timeframe,
    nextReportDueAt: nextReportDueAt(row),
    lastReport: row.lastReport ?? null,
    createdAt: row.createdAt,
  })
}
