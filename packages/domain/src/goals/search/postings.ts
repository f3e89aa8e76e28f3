/**
 * Postings lead from a word to goals. Where the table has a stream (AWS), a function writes them after the goal
 * (`functions/goal-changes`). Elsewhere the goal's own transaction does.
 */
import { writeBatches } from '../../database/batch-write.ts'
import type { Database } from '../../database/client.ts'
import { goalPostingEntity } from '../../table/entities/goals/goal-posting.ts'
import { keyOfRecord, type RecordKey } from '../../table/entity/keys.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { putRecord } from '../../table/entity/writes.ts'
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
  database: Database,
  goal: GoalKey,
  { added, removed }: PostingChanges,
): Record<string, TransactionItem> {
  return Object.fromEntries([
    ...added.map((word) => [`posting:${word}`, putPosting(database, goal, word)]),
    ...removed.map((word) => [
      `posting:${word}`,
      { Delete: { TableName: database.tableName, Key: postingKey(goal, word) } },
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
    ...added.map((word) => ({ PutRequest: { Item: putPosting(database, goal, word).Put.Item } })),
    ...removed.map((word) => ({ DeleteRequest: { Key: postingKey(goal, word) } })),
  ])
}

function postingOf(goal: GoalKey, word: string) {
  const [initial = ''] = word
  return { ...goal, initial, word }
}

function putPosting(database: Database, goal: GoalKey, word: string) {
  return putRecord(database, goalPostingEntity, postingOf(goal, word))
}

function postingKey(goal: GoalKey, word: string): RecordKey {
  return keyOfRecord(goalPostingEntity, postingOf(goal, word))
}
