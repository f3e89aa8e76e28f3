import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { goalPostingEntity } from '../../storage/table/entities/goals/goal-posting.ts'
import {
  deleteItem,
  keyOfRecord,
  putRecord,
  type RecordKey,
  type TransactionItem,
  toItem,
} from '../../storage/table/entity.ts'

/**
 * Words of writing systems without spaces are single characters: Chinese, Japanese, Thai, Lao, Khmer, Burmese. A query of
 * several characters then means goals with all of them.
 */
const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*`
const wordPattern = new RegExp(`${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/** A word in a key is cut to this many characters, so that no key is too long. */
export const maximumKeyCharacters = 64

/** The distinct words of texts, sorted, without regard to case or to the form in which characters are encoded. */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.normalize('NFKC').toLowerCase().match(wordPattern) ?? [])
  return [...new Set(words)].sort()
}

/** A word of a text that is normalized already, and where it is. */
export function* tokensOf(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const { 0: token, index } of text.matchAll(wordPattern)) {
    yield { word: token.toLowerCase(), start: index, end: index + token.length }
  }
}

/** The beginning of a word that keys contain. */
export function keyWord(word: string): string {
  return [...word].slice(0, maximumKeyCharacters).join('')
}

/**
 * Postings lead from a word to goals. Where the table has a stream (AWS), a function writes them after the goal
 * (`functions/goal-changes`). Elsewhere the goal's own transaction does.
 */

type GoalKey = { organizationKey: string; goalKey: string }

/** Returns the writes that change a goal's postings from its words before a write to those after it. */
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
    ...added.map((word) => [`posting:${word}`, { Put: putRecord(goalPostingEntity, postingOf(goal, word)) }]),
    ...removed.map((word) => [`posting:${word}`, { Delete: deleteItem(postingKey(goal, word)) }]),
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
