/** The people who watch a goal. */
import type { Database } from '../../storage/database/client.ts'
import { pagesOf, queryAllRecords, queryRecords } from '../../storage/database/query-records.ts'
import { goalWatchEntity } from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { longId, shortHash, shortId } from '../../storage/table/short-id.ts'
import { hasTrait } from '../record/traits.ts'
import type { WatchedGoal } from './watch-record.ts'

/**
 * Returns the users who watch a goal: its owner and its reviewer first, then everybody else, but nobody who said no. Strongly consistent,
 * however many there are. A removed member may be among them for a minute.
 *
 * @param enough  Stops once so many are known. Default: never.
 */
export async function readWatchers(
  database: Database,
  goal: WatchedGoal,
  enough = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const watchers = new Set([goal.ownerUserId, goal.reviewerUserId].filter((userId) => userId != null))
  if (!(await hasTrait(database, goal.organizationId, 'hasConversation'))) return [...watchers]
  const key = goalKeyOf(goal)
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, goalWatchEntity, 'record', key, {
      consistent: true,
      cursor,
      ...(Number.isFinite(enough) && { limit: pageSize }),
    }),
  )
  // Their own records may be on any page.
  const undecided = new Set([...watchers].map(shortHash))
  for await (const page of pages) {
    for (const { userId, userKey, watching } of page) {
      undecided.delete(userKey)
      if (watching) watchers.add(userId)
      else watchers.delete(userId)
    }
    const last = page.at(-1)?.userKey ?? ''
    if (watchers.size >= enough && [...undecided].every((userKey) => userKey <= last)) break
  }
  return [...watchers]
}

const pageSize = 200

/** Returns the goals that a person watches by a record, and those that the person said no to. From an index, which only lists. */
export async function readWatchedGoals(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<{ watched: Set<string>; refused: Set<string> }> {
  const watched = new Set<string>()
  const refused = new Set<string>()
  if (!(await hasTrait(database, organizationId, 'hasConversation'))) return { watched, refused }
  const person = { organizationKey: shortId(organizationId), userKey: shortHash(userId) }
  for (const { goalKey, watching } of await queryAllRecords(database, goalWatchEntity, 'byPerson', person)) {
    const goals = watching ? watched : refused
    goals.add(longId(goalKey))
  }
  return { watched, refused }
}
