/**
 * Postings lead from a word to goals. Where the table has a stream (AWS), a function writes them after the goal
 * (`functions/goal-changes`). Elsewhere the goal's own transaction does.
 */
import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { goalPostingEntity } from '../../storage/table/entities/goals/goal-posting.ts'
import { keyOfRecord, type RecordKey, type TransactionItem, toItem } from '../../storage/table/entity.ts'
import { keyWord } from './words.ts'

type GoalKey = { organizationKey: string; goalKey: string }

/** What takes the postings of a goal from its words before a write to those after it. */
export type PostingChanges = { added: string[]; removed: string[] }

export function postingChanges(before: readonly string[], after: readonly string[]): PostingChanges {
  const keysBefore = new Set(before.map(keyWord))
  const keysAfter = new Set(after.map(keyWord))
  return {
    added: [...keysAfter].filter((word) => !keysBefore.has(word)),
    removed: [...keysBefore].filter((word) => !keysAfter.has(word)),
  }
}

/** The writes of these postings for a transaction, by name. */
export function postingItems(
  goal: GoalKey,
  { added, removed }: PostingChanges,
): Record<string, TransactionItem> {
  return Object.fromEntries([
    ...added.map((word) => [`posting:${word}`, { Put: goalPostingEntity.put(postingOf(goal, word)) }]),
    ...removed.map((word) => [
      `posting:${word}`,
      { Delete: goalPostingEntity.delete(postingOf(goal, word)) },
    ]),
  ])
}

/**
 * Writes postings, each by itself. Safe to repeat.
 * @throws `unavailable` at the deadline.
 */
export function writePostings(
  database: Database,
  goal: GoalKey,
  { added, removed }: PostingChanges,
): Promise<void> {
  return writeBatches(database, [
    ...added.map((word) => ({ PutRequest: { Item: toItem(goalPostingEntity, postingOf(goal, word)) } })),
    ...removed.map((word) => ({ DeleteRequest: { Key: postingKey(goal, word) } })),
  ])
}

function postingOf(goal: GoalKey, word: string) {
  const [initial = ''] = word
  return { ...goal, initial, word }
}

function postingKey(goal: GoalKey, word: string): RecordKey {
  return keyOfRecord(goalPostingEntity, postingOf(goal, word))
}
