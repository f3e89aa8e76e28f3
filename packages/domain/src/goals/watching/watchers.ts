/** The people who watch a goal. */
import type { Database } from '../../storage/database/client.ts'
import { pagesOf, queryAllRecords, queryRecords } from '../../storage/database/query-records.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { goalReviewerEntity } from '../../storage/table/entities/goals/conversation/goal-reviewer.ts'
import { goalWatchEntity } from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { longId, shortHash, shortId } from '../../storage/table/short-id.ts'
import { hasTrait } from '../record/traits.ts'
import type { WatchedGoal } from './watch-record.ts'

type GoalId = Pick<WatchedGoal, 'organizationId' | 'goalId'>

/**
 * Returns the users who watch a goal: its owner and its reviewer first, then everybody else, but nobody who said no. Strongly consistent,
 * however many there are. A removed member may be among them for a minute.
 */
export async function readWatchers(database: Database, goal: WatchedGoal): Promise<string[]> {
  if (!(await hasTrait(database, goal.organizationId, 'hasConversation'))) return impliedWatchers(goal)
  const watchersOf = await readSomeWatchers(database, goal, Number.POSITIVE_INFINITY)
  return watchersOf(goal)
}

/** Those who watch a goal without a record. */
function impliedWatchers({ ownerUserId, reviewerUserId }: WatchedGoal): string[] {
  return [...new Set([ownerUserId, reviewerUserId].filter((userId) => userId != null))]
}

/** Records in a page if not all are wanted. */
const pageSize = 250

/**
 * Reads at least so many watchers of a goal in parallel with its row, or all. The returned function returns them for that row, its owner
 * and its reviewer first; it reads only if it does not know yet whether they said no.
 */
export async function readSomeWatchers(
  database: Database,
  goal: GoalId,
  enough: number,
): Promise<(row: WatchedGoal) => Promise<string[]>> {
  const key = goalKeyOf(goal)
  const isLimited = Number.isFinite(enough)
  const said = new Map<string, boolean>()
  let watching = 0
  let isWhole = true
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, goalWatchEntity, 'record', key, {
      consistent: true,
      cursor,
      ...(isLimited && { limit: pageSize }),
    }),
  )
  for await (const page of pages) {
    for (const record of page) {
      said.set(record.userId, record.watching)
      if (record.watching) watching++
    }
    if (watching >= enough) {
      isWhole = false
      break
    }
  }
  return async (row) => {
    const implied = impliedWatchers(row)
    const unknown = isWhole ? [] : implied.filter((userId) => !said.has(userId))
    const read = await readRecords(
      database,
      goalWatchEntity,
      unknown.map((userId) => ({ ...key, userKey: shortHash(userId) })),
    )
    for (const record of read) said.set(record.userId, record.watching)
    const others = [...said].filter(([, isWatching]) => isWatching).map(([userId]) => userId)
    return [...new Set([...implied.filter((userId) => said.get(userId) !== false), ...others])]
  }
}

/** The goals of a person, by id. */
export type WatchedGoals = {
  /** Those that the person watches by a record, and those that the person said no to. */
  watched: ReadonlySet<string>
  refused: ReadonlySet<string>
  /** Active ones that the person reviews. */
  reviewed: ReadonlySet<string>
}

/** Returns what a person watches, apart from the person's own goals. From indexes, which only list. */
export async function readWatchedGoals(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<WatchedGoals> {
  const watched = new Set<string>()
  const refused = new Set<string>()
  const person = { organizationKey: shortId(organizationId), userKey: shortHash(userId) }
  const [said, reviewed] = await Promise.all([
    hasTrait(database, organizationId, 'hasConversation').then((hasAny) =>
      hasAny ? queryAllRecords(database, goalWatchEntity, 'byPerson', person) : [],
    ),
    queryAllRecords(database, goalReviewerEntity, 'byPerson', person),
  ])
  for (const { goalKey, watching } of said) (watching ? watched : refused).add(longId(goalKey))
  return { watched, refused, reviewed: new Set(reviewed.map(({ goalKey }) => longId(goalKey))) }
}
