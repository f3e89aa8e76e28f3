/** Whether a person watches a goal. */
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord, readRecords } from '../../storage/database/read-record.ts'
import {
  type GoalWatchRecord,
  goalWatchEntity,
} from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { longId, shortHash } from '../../storage/table/short-id.ts'
import { hasTrait, isKnownTo } from '../record/traits.ts'

/** The part of a goal that decides who watches it without a record. */
export type WatchedGoal = Pick<GoalRow, 'organizationId' | 'goalId' | 'ownerUserId'> & {
  reviewerUserId?: string | null | undefined
}

/** Returns the record of a person and a goal. */
export function watchOf(
  goal: { organizationId: string; goalId: string },
  userId: string,
  watching: boolean,
  now: Date,
): GoalWatchRecord {
  return { ...goalKeyOf(goal), userKey: shortHash(userId), userId, watching, at: now.getTime() }
}

/** Whether a person watches a goal: by the record, otherwise as its owner or reviewer. */
export function isWatching(
  goal: WatchedGoal,
  userId: string,
  watch: Pick<GoalWatchRecord, 'watching'> | null,
): boolean {
  return watch?.watching ?? (goal.ownerUserId === userId || goal.reviewerUserId === userId)
}

type Reader = Pick<Access, 'organizationId' | 'userId' | 'scopes'>

/**
 * Reads whether the caller watches a goal, strongly consistent, in parallel with its row if its organization is known to have watches. The
 * returned function returns what the answer with the goal has: nothing for a program.
 */
export async function readWatching(
  database: Database,
  { organizationId, userId, scopes }: Reader,
  goalId: string,
): Promise<(goal: WatchedGoal) => { watching?: boolean }> {
  if (scopes !== 'session') return () => ({})
  const key = { ...goalKeyOf({ organizationId, goalId }), userKey: shortHash(userId) }
  const isKnown =
    isKnownTo(database, organizationId, 'hasConversation') ||
    (await hasTrait(database, organizationId, 'hasConversation'))
  const watch = isKnown ? await readRecord(database, goalWatchEntity, key) : null
  return (goal) => ({ watching: isWatching(goal, userId, watch) })
}

/**
 * Reads which goals of a list the caller watches, strongly consistent: in one round trip, and in none if the organization has no watches. The
 * returned function returns what a whole goal of the list has: nothing for a program.
 *
 * @param hasAny  Whether the organization has watches: read in parallel with the rows.
 */
export async function readAllWatching(
  database: Database,
  { userId, scopes }: Reader,
  goals: readonly WatchedGoal[],
  hasAny: Promise<boolean>,
): Promise<(goal: WatchedGoal) => { watching?: boolean }> {
  if (scopes !== 'session') return () => ({})
  const userKey = shortHash(userId)
  const keys = (await hasAny) ? goals.map((goal) => ({ ...goalKeyOf(goal), userKey })) : []
  const watches = await readRecords(database, goalWatchEntity, keys)
  const byGoal = new Map(watches.map((watch) => [longId(watch.goalKey), watch]))
  return (goal) => ({ watching: isWatching(goal, userId, byGoal.get(goal.goalId) ?? null) })
}
