/** The rows of the active goals that a brief is about. */
import type { BriefScope } from '@cairn/contract/schemas/feed/brief'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { noFilters } from '../list/goal-filters.ts'
import { positionOf, queryActiveRows } from '../list/goal-index.ts'
import { readRows } from '../list/read-rows.ts'
import { deadlineOf, readEarliestDeadlines } from '../record/deadlines.ts'
import { maySee } from '../rules/authority.ts'
import { goalsBelow } from '../tree/reading/sight.ts'
import { isWatching } from '../watching/watch-record.ts'
import { readWatchedGoals } from '../watching/watchers.ts'
import type { GoalsPosition, RowsEnd } from './goals-cursor.ts'

export type Reader = Pick<Access, 'organizationId' | 'userId' | 'goalIds' | 'scopes'>

/** Rows, without those of an earlier page; `end`: where the rest begins, if there is more. */
type Rows = { rows: GoalRow[]; end?: RowsEnd | undefined }

/** Goals with the earliest deadlines that are compared if there are more than one page of the index has. */
const maximumEarliest = 1_000
/** Watched goals that are read by key at once. */
const maximumWatched = 1_000

const seesAll = ({ scopes }: Reader) => scopes === 'session' || scopes.has('goals:read:all')

export async function readScopeRows(
  database: Database,
  reader: Reader,
  scope: BriefScope,
  from: Partial<GoalsPosition> = {},
): Promise<Rows> {
  const { rows, end } = await readAll(database, reader, scope, from)
  const authority = { userId: reader.userId, goalIds: null, seesAll: seesAll(reader), writesAll: false }
  return { rows: rows.filter((row) => row.status === 'active' && maySee(authority, row)), end }
}

async function readAll(
  database: Database,
  reader: Reader,
  scope: BriefScope,
  from: Partial<GoalsPosition>,
): Promise<Rows> {
  const { organizationId, userId, goalIds } = reader
  const watches = scope === 'watched' ? readWatchedGoals(database, organizationId, userId) : undefined
  const isWanted = async () => {
    const known = await watches
    return (row: GoalRow) => {
      if (scope === 'all') return true
      if (!known) return row.ownerUserId === userId
      const { goalId } = row
      const isSaid = known.watched.has(goalId) || known.refused.has(goalId)
      return isWatching(row, userId, isSaid ? { watching: known.watched.has(goalId) } : null)
    }
  }
  if (goalIds) {
    const [wanted, own, below] = await Promise.all([
      isWanted(),
      readRows(database, organizationId, goalIds),
      goalsBelow(database, organizationId, goalIds),
    ])
    const others = below.size > 0 ? await readRows(database, organizationId, below) : []
    return { rows: [...own, ...others].filter(wanted) }
  }
  if (scope === 'all' && seesAll(reader)) return readActiveRows(database, organizationId, from)
  const [{ rows, end }, watched] = await Promise.all([
    readIndex(database, organizationId, userId, from),
    watches?.then(({ watched, reviewed, refused }) => {
      const known = [...watched, ...reviewed].filter((goalId) => !refused.has(goalId))
      return readWatchedRows(database, organizationId, new Set(known), from)
    }),
  ])
  const wanted = await isWanted()
  // The caller's own goals are in the index.
  const others = watched?.rows.filter(({ ownerUserId }) => ownerUserId !== userId) ?? []
  const next = { ...end, ...watched?.end }
  return {
    rows: [...rows, ...others].filter(wanted),
    end: Object.keys(next).length > 0 ? next : undefined,
  }
}

/** A page of the index of the organization's active goals, or of those of an owner. */
async function readIndex(
  database: Database,
  organizationId: string,
  ownerUserId: string | undefined,
  { above, upTo, aboveWatched }: Partial<GoalsPosition>,
): Promise<Rows> {
  // All of the index was shown before.
  if (aboveWatched !== undefined && above === undefined) return { rows: [] }
  const owners = ownerUserId === undefined ? undefined : [ownerUserId]
  const { rows, end } = await queryActiveRows(database, organizationId, { ...noFilters, owners }, above)
  if (upTo === undefined) return { rows, end: end === undefined ? undefined : { above: end } }
  // Goals that have changed are in a later page of the index, and others have come into this one in their place.
  return { rows: rows.filter((row) => positionOf(row) <= upTo), end: { above: upTo } }
}

/**
 * The active goals of an organization. If there are more than a page of the index, those that have not changed for the longest time beside
 * those with the earliest deadlines, in two more round trips; the rest follows, page by page.
 */
async function readActiveRows(
  database: Database,
  organizationId: string,
  from: Partial<GoalsPosition>,
): Promise<Rows> {
  const page = await readIndex(database, organizationId, undefined, from)
  if (from.above !== undefined) {
    const { dated = '', asOf = 0 } = from
    const isShown = (row: GoalRow) => deadlineKeyOf(row) <= dated && Date.parse(row.updatedAt) <= asOf
    return { rows: page.rows.filter((row) => !isShown(row)), end: page.end && { ...page.end, dated } }
  }
  if (page.end === undefined) return page
  const known = new Set(page.rows.map(({ goalId }) => goalId))
  const earliest = await readEarliestDeadlines(database, organizationId, maximumEarliest)
  const missing = earliest.flatMap(({ goalId }) => (known.has(goalId) ? [] : [goalId]))
  const dated = from.dated ?? earliest.at(-1)?.key ?? ''
  const dates = (await readRows(database, organizationId, missing)).filter(
    (row) => deadlineKeyOf(row) <= dated,
  )
  return { rows: [...page.rows, ...dates], end: { ...page.end, dated } }
}

/** Sorts as the records of deadlines do; behind all of them without a deadline. */
function deadlineKeyOf(row: GoalRow): string {
  const deadline = deadlineOf(row)
  return deadline ? `${deadline.date}#${deadline.goalKey}` : '~'
}

/** The rows of watched goals, some at a time in the order of their ids. */
async function readWatchedRows(
  database: Database,
  organizationId: string,
  watched: ReadonlySet<string>,
  { above, aboveWatched }: Partial<GoalsPosition>,
): Promise<Rows> {
  // All of them were shown before.
  if (above !== undefined && aboveWatched === undefined) return { rows: [] }
  const ids = [...watched].toSorted().filter((goalId) => aboveWatched === undefined || goalId > aboveWatched)
  const page = ids.slice(0, maximumWatched)
  const rows = await readRows(database, organizationId, page)
  return { rows, end: ids.length > page.length ? { aboveWatched: page.at(-1) } : undefined }
}
