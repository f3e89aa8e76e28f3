/** The goals that match, and the places of their words. */
import type { GoalMatch } from '@cairn/contract/schemas/goals/goals'
import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalTextPostingRecord,
  goalTextPostingEntity,
  type PostedPlace,
} from '../../storage/table/entities/goals/goal-text-words.ts'
import { keyWord, wordsOf } from './postings.ts'
import type { SearchedWords } from './searched-words.ts'
import { postingKeyOf } from './texts/index-texts.ts'

/** A word of a query. */
export type Term = {
  text: string
  /** The names of the labels with a word that starts with it, by id. */
  labels: ReadonlyMap<string, string>
  /** The postings of long texts with such a word, by goal. */
  found: ReadonlyMap<string, readonly GoalTextPostingRecord[]>
}

/** Returns where the query was found in goals that match, by id. */
export type Matches = (rows: readonly GoalRow[]) => Promise<ReadonlyMap<string, GoalMatch>>

const nowhere: SearchedWords = { titles: [], texts: [] }

/** The place of a word that is not in the title, or the record that says it. */
type Hit = GoalMatch | { word: string }

export function createMatches(
  database: Database,
  terms: readonly Term[],
  searched: ReadonlyMap<string, SearchedWords>,
): { isMatch: (row: GoalRow) => boolean; matches: Matches } {
  const isFound = ({ text, labels }: Term, row: GoalRow): boolean => {
    const { titles, texts } = searched.get(row.goalId) ?? nowhere
    return (
      startsWith(titles, text) ||
      row.labelIds.some((id) => labels.has(id)) ||
      startsWith(texts, keyWord(text))
    )
  }

  function hitOf(term: Term, row: GoalRow, titleWords: readonly string[]): Hit | undefined {
    const { text, labels, found } = term
    if (startsWith(titleWords, text)) return undefined
    const labelId = row.labelIds.find((id) => labels.has(id))
    if (labelId !== undefined) return { where: 'label', text: labels.get(labelId) ?? '' }
    const { titles, texts } = searched.get(row.goalId) ?? nowhere
    const [posting] = (found.get(row.goalId) ?? []).toSorted(
      (one, other) => places.indexOf(one.place) - places.indexOf(other.place),
    )
    if (posting) return matchOf(posting)
    const word = texts.find((one) => one.startsWith(keyWord(text)))
    // A criterion whose texts have not been indexed yet.
    return word === undefined
      ? { where: 'criterion', text: titles.find((one) => one.startsWith(text)) ?? '' }
      : { word }
  }

  /** The first word that is not in the title says most. */
  function bestHit(row: GoalRow): Hit {
    const titleWords = wordsOf(row.title)
    for (const term of terms) {
      const hit = hitOf(term, row, titleWords)
      if (hit) return hit
    }
    return { where: 'title', text: row.title }
  }

  return {
    isMatch: (row) => terms.length > 0 && terms.every((term) => isFound(term, row)),
    async matches(rows) {
      const hits = rows.map((row) => ({ row, hit: bestHit(row) }))
      const unread = hits.flatMap(({ row, hit }) =>
        'word' in hit ? [postingKeyOf(goalKeyOf(row), hit.word)] : [],
      )
      const read = await readRecords(database, goalTextPostingEntity, unread)
      const known = new Map(read.map((posting) => [posting.goalKey, posting]))
      return new Map(
        hits.flatMap(({ row, hit }): [string, GoalMatch][] => {
          if (!('word' in hit)) return [[row.goalId, hit]]
          const posting = known.get(goalKeyOf(row).goalKey)
          return posting ? [[row.goalId, matchOf(posting)]] : []
        }),
      )
    },
  }
}

const names = { c: 'criterion', d: 'description', u: 'report', m: 'comment' } as const satisfies Record<
  PostedPlace,
  GoalMatch['where']
>
const places = Object.keys(names)

function matchOf({ place, text }: GoalTextPostingRecord): GoalMatch {
  return { where: names[place], text }
}

function startsWith(words: readonly string[], text: string): boolean {
  return words.some((word) => word.startsWith(text))
}
