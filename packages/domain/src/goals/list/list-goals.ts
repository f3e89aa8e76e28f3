import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { Access } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { Database } from '../../storage/database/client.ts'
import type { QueryOptions, QueryResult } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { responseLimitBytes } from '../../storage/pagination/response-size.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { goalStandingEntity, noStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { noLinks, readShownLinks } from '../continuing/links.ts'
import { readLabelDirectory } from '../labels/read-goal-labels.ts'
import { type GoalState, readGoal } from '../record/read-goal.ts'
import { toGoalResponse, toGoalSummaryResponse } from '../record/to-goal-response.ts'
import { hasTrait } from '../record/traits.ts'
import { findRows, matcherOf } from '../search/find-goals.ts'
import type { Matches } from '../search/matches.ts'
import { settle } from '../tree/reading/family.ts'
import { listedGoals } from '../tree/reading/listed-goals.ts'
import { createPlaces } from '../tree/reading/places.ts'
import { goalsBelow } from '../tree/reading/sight.ts'
import { readAllWatching } from '../watching/watch-record.ts'
import { dropsRows, type GoalFilters, goalFilters, goalListBinding, matches } from './goal-filters.ts'
import { positionOf, queryRows } from './goal-index.ts'
import { readListedRows } from './read-rows.ts'

/**
 * Completes rows of an index with their texts and standings, in one batch of consistent reads: as many of the first as fit into
 * a response. A row that is older than its standing is read again, so that what a list shows of a goal is of one
 * version; null if the goal is gone.
 */
async function readGoals(database: Database, rows: readonly GoalRow[]): Promise<(GoalState | null)[]> {
  let bytes = 0
  const firstTooMany = rows.findIndex(({ textBytes }) => {
    bytes += textBytes
    return bytes > responseLimitBytes
  })
  const shown = firstTooMany === -1 ? rows : rows.slice(0, Math.max(1, firstTooMany))
  return Promise.all(
    shown.map(async (row) => {
      const key = goalKeyOf(row)
      const [text, standing] = await Promise.all([
        readRecord(database, goalTextEntity, { ...key, version: row.textVersion }),
        isUnjudged(row)
          ? { ...noStanding, version: row.standingVersion }
          : readRecord(database, goalStandingEntity, key),
      ])
      if (text && standing?.version === row.standingVersion) return { row, text, standing }
      return readGoal(database, row.organizationId, row.goalId)
    }),
  )
}

const noWatches = Promise.resolve(false)

/** Whether the standing is the one that a goal is published with: empty. */
function isUnjudged({ standingVersion }: GoalRow): boolean {
  return standingVersion === 1
}

/**
 * Lists goals, last updated first: summaries from the rows of an index, or whole goals, whose texts are read by key. With
 * filters that no index applies, a page can be shorter than its limit: it reads 1 MB of each partition.
 */
export const listGoals: Implementation<'listGoals'> = async (context, access, { query }) => {
  const { database, now } = context
  const { organizationId } = access
  const { q } = query
  const binding = goalListBinding(access, query)
  const filters = goalFilters(access, query)
  if (!filters) {
    // An empty list must refuse a forged cursor too.
    if (query.cursor !== undefined) context.cursors.open(binding, query.cursor)
    await access.role
    return { goals: [], nextCursor: null }
  }
  // Read in parallel with the goals.
  const directory = readLabelDirectory(database, organizationId)
  const isWatched = access.scopes === 'session' && query.view !== 'summary'
  const hasWatches = isWatched ? hasTrait(database, organizationId, 'hasConversation') : noWatches
  const hasLinks = query.view === 'summary' ? false : hasTrait(database, organizationId, 'hasContinuations')
  const readAllLinks = async (rows: readonly GoalRow[]) => {
    const has = await hasLinks
    return Promise.all(rows.map(({ goalId }) => (has ? readShownLinks(database, access, goalId) : noLinks)))
  }
  const places = createPlaces(context, access, { handoffs: query.view !== 'summary' })
  let matchesIn: Matches | undefined
  const present = async (rows: GoalRow[]): Promise<(Goal | GoalSummary | null)[]> => {
    const labelsOf = await directory
    const isLight = query.view === 'summary'
    const [labels, relationsOf, matched, goals, watchingOf, links] = await Promise.all([
      labelsOf(rows.flatMap(({ labelIds }) => labelIds)),
      places.relationsOf(rows),
      isLight ? matchesIn?.(rows) : undefined,
      isLight ? undefined : readGoals(database, rows),
      isLight ? undefined : readAllWatching(database, access, rows, hasWatches),
      isLight ? [] : readAllLinks(rows),
    ])
    if (!goals) {
      return rows.map((row) => {
        const match = matched?.get(row.goalId)
        return { ...toGoalSummaryResponse(row, labels, relationsOf(row), now), ...(match && { match }) }
      })
    }
    return goals.map(
      (goal, index) =>
        goal && {
          ...toGoalResponse(goal, labels, relationsOf(goal.row), now),
          ...watchingOf?.(goal.row),
          ...links[index],
        },
    )
  }
  const [, page] = await Promise.all([
    access.role,
    readPage(context, query, {
      binding,
      filtered: dropsRows(filters) || q !== undefined || access.goalIds !== null,
      present,
      query: async (options) => {
        const [{ data, cursor, matches: matchesOf }, work] = await Promise.all([
          readList(context, access, q, filters, options),
          places.work,
        ])
        matchesIn = matchesOf
        return {
          data: await places.matching(
            data.filter((row) => matches(row, filters, work, now)),
            filters,
          ),
          cursor,
        }
      },
      cursorAt: positionOf,
    }),
    directory,
    hasWatches,
    hasLinks,
  ])
  return { goals: page.items, nextCursor: page.nextCursor }
}

/**
 * Reads rows of the list, last change first: from an index, by words, or by key if the caller, or a filter by parent or blocker, limits
 * it to some goals.
 */
export async function readList(
  { database, changes }: Pick<Context, 'database' | 'changes'>,
  access: Access,
  q: string | undefined,
  filters: GoalFilters,
  options: QueryOptions,
): Promise<Listed> {
  const { organizationId, goalIds } = access
  // Long texts are indexed behind the answer.
  if (q !== undefined) await settle(changes, organizationId)
  const named = await listedGoals(database, access, filters)
  if (named) return readNamed(database, organizationId, q, named, filters, options)
  if (goalIds) {
    await settle(changes, organizationId)
    const [own, below] = await Promise.all([
      readNamed(database, organizationId, q, goalIds, filters, options),
      goalsBelow(database, organizationId, goalIds),
    ])
    if (below.size === 0) return own
    const others = await readNamed(database, organizationId, q, below, filters, options)
    const data = [...own.data, ...others.data]
    const inOwn = new Set(own.data)
    const matchesOf: Matches | undefined =
      own.matches &&
      (async (rows) => {
        const parts = await Promise.all([
          own.matches?.(rows.filter((row) => inOwn.has(row))),
          others.matches?.(rows.filter((row) => !inOwn.has(row))),
        ])
        return new Map(parts.flatMap((part) => [...(part ?? [])]))
      })
    return {
      data: data.sort((left, right) => (positionOf(left) < positionOf(right) ? 1 : -1)),
      cursor: null,
      matches: matchesOf,
    }
  }
  return q === undefined
    ? queryRows(database, organizationId, filters, options)
    : findRows(database, organizationId, q, filters, options)
}

/** Rows of a list; with words, `matches` says where they were found. */
export type Listed = QueryResult<GoalRow> & { matches?: Matches | undefined }

/** Reads the goals of a list by key. */
async function readNamed(
  database: Database,
  organizationId: string,
  q: string | undefined,
  goalIds: ReadonlySet<string>,
  filters: GoalFilters,
  options: QueryOptions,
): Promise<Listed> {
  const [{ data, cursor }, found] = await Promise.all([
    readListedRows(database, organizationId, goalIds, filters, options),
    q === undefined ? undefined : matcherOf(database, organizationId, q, goalIds),
  ])
  return found ? { data: data.filter(found.isMatch), cursor, matches: found.matches } : { data, cursor }
}
