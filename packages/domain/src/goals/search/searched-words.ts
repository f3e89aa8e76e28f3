import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { goalTextWordsEntity } from '../../storage/table/entities/goals/goal-text-words.ts'
import { goalWordsEntity, wordsIn } from '../../storage/table/entities/goals/goal-words.ts'
import { longId } from '../../storage/table/short-id.ts'
import { indexedWords } from './texts/entries.ts'

type GoalKey = { organizationKey: string; goalKey: string }

/** The words by which a goal is found. */
export type SearchedWords = {
  /** Of its title and its criteria's titles. */
  titles: readonly string[]
  /** Of its long texts. */
  texts: readonly string[]
}

/** Reads the words by which goals are found, by id, in one round trip. Strongly consistent. */
export async function readSearchedWords(
  database: Database,
  keys: readonly GoalKey[],
): Promise<ReadonlyMap<string, SearchedWords>> {
  const [titles, texts] = await Promise.all([
    readRecords(database, goalWordsEntity, keys),
    readRecords(database, goalTextWordsEntity, keys),
  ])
  const textsOf = new Map(texts.map((record) => [record.goalKey, [...indexedWords(record.texts).keys()]]))
  return new Map(
    titles.map((record) => [
      longId(record.goalKey),
      { titles: wordsIn(record), texts: textsOf.get(record.goalKey) ?? [] },
    ]),
  )
}
