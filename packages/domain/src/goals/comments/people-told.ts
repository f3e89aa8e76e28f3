/** The people whom a comment is for: those mentioned, and who watches the goal. */
import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumNotified } from '@cairn/contract/schemas/goals/goal-comments'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import {
  type GoalWatchRecord,
  goalWatchEntity,
} from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { createRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { watchOf } from '../watching/watch-record.ts'

type GoalId = Pick<Access, 'organizationId'> & { goalId: string }

/**
 * Reads whether users are members, who all may see every goal, in one round trip. The returned function throws `invalid_mention` if one of
 * those mentioned is not.
 */
export async function readMentioned(
  database: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<(mentionedUserIds: readonly string[]) => void> {
  const keys = userIds.map((userId) => ({ userKey: keyOf(userId), organizationId }))
  const members = new Set((await readRecords(database, membershipEntity, keys)).map(({ userId }) => userId))
  return (mentionedUserIds) => {
    if (mentionedUserIds.every((userId) => members.has(userId))) return
    throw new ServiceError('invalid_mention', 'Mention only members of the organization.')
  }
}

/** Reads what people have said about watching a goal, in one round trip. */
export function readSayings(
  database: Database,
  goal: GoalId,
  userIds: readonly string[],
): Promise<GoalWatchRecord[]> {
  const keys = [...new Set(userIds)].map((userId) => watchOf(goal, userId, true, new Date(0)))
  return readRecords(database, goalWatchEntity, keys)
}

/** Returns the writes that let people watch a goal who have said nothing. They fail if somebody has just said something. */
export function watchItems(
  goal: GoalId,
  userIds: readonly string[],
  sayings: readonly GoalWatchRecord[],
  now: Date,
): Record<string, TransactionItem> {
  const decided = new Set(sayings.map(({ userId }) => userId))
  const people = [...new Set(userIds)].filter((userId) => !decided.has(userId))
  return Object.fromEntries(
    people.map((userId) => [
      `watch:${userId}`,
      { Put: createRecord(goalWatchEntity, watchOf(goal, userId, true, now)) },
    ]),
  )
}

/** Returns who is told of a comment: those mentioned first, but not its author. */
export function notifiedOf(
  authorUserId: string,
  mentionedUserIds: readonly string[],
  watchers: readonly string[],
): string[] {
  const told = new Set([...mentionedUserIds, ...watchers])
  told.delete(authorUserId)
  return [...told].slice(0, maximumNotified)
}
