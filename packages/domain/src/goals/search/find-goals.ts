/**
 * Finds goals by the beginnings of words. Postings and labels propose goals; the goals' words decide, so that a posting that
 * is written late or left over does not show. Where postings are written after the goal, the goals that changed last are
 * proposed too.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { readAllLabels } from '../../goal-labels/label-directory.ts'
import type { Database } from '../../storage/database/client.ts'
import type { QueryOptions, QueryResult } from '../../storage/database/query-records.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { goalPostingEntity } from '../../storage/table/entities/goals/goal-posting.ts'
import {
  decodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import { goalTextPostingEntity } from '../../storage/table/entities/goals/goal-text-words.ts'
import { type AnyEntity, keyOfRecord, recordsOf } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import { type GoalFilters, noFilters } from '../list/goal-filters.ts'
import { queryRows } from '../list/goal-index.ts'
import { listedRows } from '../list/read-rows.ts'
import { createMatches, type Matches, type Term } from './matches.ts'
import { keyWord, wordsOf } from './postings.ts'
import { readSearchedWords } from './searched-words.ts'

/** A term with more goals than this is broad: it proposes none. */
const maximumProposals = 100

/** Goals that may have changed since their postings were written. */
const newestCount = 26

/** Rows that are read at once if all terms are broad. */
const walkedCount = 100

/** Rows that match, and what says where. */
export type Found = QueryResult<GoalRow> & { matches: Matches }

/** A term of a query with the goals that it may match. */
type ProposingTerm = Term & {
  /** The ids of all of them; undefined if it is broad. */
  proposals: Set<string> | undefined
}

const nothing: Found = { data: [], cursor: null, matches: async () => new Map() }

/**
 * Reads the rows of goals in which each word of `q` starts a word of the title, of a criterion, of a label's name, of the description, or
 * of a report or comment, last change first. With broad words only, it reads part of the list at a time, so a page can be empty and have a next
 * one. A `q` without a word finds nothing.
 */
export async function findRows(
  database: Database,
  organizationId: string,
  q: string,
  filters: GoalFilters,
  { cursor }: QueryOptions,
): Promise<Found> {
  const words = wordsOf(q)
  if (words.length === 0) return nothing
  const [terms, newest] = await Promise.all([
    readTerms(database, organizationId, words),
    database.hasStream
      ? queryRows(database, organizationId, filters, { cursor, limit: newestCount })
      : undefined,
  ])
  const bounded = terms.flatMap(({ proposals }) => proposals ?? [])
  if (bounded.length === 0) {
    const page = await queryRows(database, organizationId, filters, { cursor, limit: walkedCount })
    const searched = await readSearchedWords(database, page.data.map(goalKeyOf))
    const { isMatch, matches } = createMatches(database, terms, searched)
    return { data: page.data.filter(isMatch), cursor: page.cursor, matches }
  }
  const [first = new Set<string>(), ...others] = bounded
  const known = new Map((newest?.data ?? []).map((row) => [row.goalId, row]))
  const proposed = [...first].filter((goalId) => !known.has(goalId) && others.every((one) => one.has(goalId)))
  const keys = proposed.map((goalId) => goalKeyOf({ organizationId, goalId }))
  const [read, searched] = await Promise.all([
    readRecords(database, goalRowEntity, keys),
    readSearchedWords(database, [...keys, ...[...known.values()].map(goalKeyOf)]),
  ])
  const { isMatch, matches } = createMatches(database, terms, searched)
  const rows = listedRows([...known.values(), ...read.map(decodeRow)], filters, cursor)
  return { data: rows.filter(isMatch), cursor: null, matches }
}

/**
 * Reads, in one round trip, whether each word of `q` starts a word of these goals, as `findRows` wants it. For so few goals that
 * postings do not help.
 */
export async function matcherOf(
  database: Database,
  organizationId: string,
  q: string,
  goalIds: Iterable<string>,
): Promise<ReturnType<typeof createMatches>> {
  const wanted = wordsOf(q)
  const keys = [...goalIds].map((goalId) => goalKeyOf({ organizationId, goalId }))
  const [labels, searched] = await Promise.all([
    readLabelWords(database, organizationId),
    readSearchedWords(database, wanted.length === 0 ? [] : keys),
  ])
  const terms = wanted.map((text) => ({ text, labels: labelsWith(labels, text), found: new Map() }))
  return createMatches(database, terms, searched)
}

async function readTerms(
  database: Database,
  organizationId: string,
  words: string[],
): Promise<ProposingTerm[]> {
  const [labels, ...postings] = await Promise.all([
    readLabelWords(database, organizationId),
    ...words.map((word) =>
      Promise.all([
        readPostings(database, goalPostingEntity, organizationId, word),
        readPostings(database, goalTextPostingEntity, organizationId, word),
      ]),
    ),
  ])
  return Promise.all(
    words.map(async (text, index) => {
      const named = labelsWith(labels, text)
      const uses = labels.reduce((sum, { labelId, useCount }) => sum + (named.has(labelId) ? useCount : 0), 0)
      const [titles, texts] = postings[index] ?? []
      const found = Map.groupBy(texts?.data ?? [], ({ goalKey }) => longId(goalKey))
      const term = { text, labels: named, found }
      if (!titles || !texts || titles.more || texts.more || uses > maximumProposals) {
        return { ...term, proposals: undefined }
      }
      const labeled = await Promise.all(
        [...named.keys()].map((labelId) => readLabeled(database, organizationId, labelId)),
      )
      const posted = titles.data.map(({ goalKey }) => longId(goalKey))
      return { ...term, proposals: new Set([...posted, ...found.keys(), ...labeled.flat()]) }
    }),
  )
}

/** The first postings of words that start with `word`, and whether there are too many. */
async function readPostings<E extends AnyEntity>(
  { client, tableName }: Database,
  entity: E,
  organizationId: string,
  word: string,
) {
  const [initial = ''] = word
  const key = { organizationKey: shortId(organizationId), initial, word: keyWord(word), goalKey: '' }
  const { pk } = keyOfRecord(entity, key as never)
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
      ExpressionAttributeValues: { ':pk': pk, ':word': keyWord(word) },
      Limit: maximumProposals + 1,
      // A goal that was just changed is found at once where its transaction writes the postings.
      ConsistentRead: true,
    }),
  )
  return {
    data: recordsOf(entity, Items),
    more: LastEvaluatedKey !== undefined || Items.length > maximumProposals,
  }
}

type LabelWords = { labelId: string; name: string; useCount: number; words: string[] }

async function readLabelWords(database: Database, organizationId: string): Promise<LabelWords[]> {
  const labels = await readAllLabels(database, organizationId)
  return labels.map(({ labelId, useCount, name }) => ({ labelId, name, useCount, words: wordsOf(name) }))
}

/** The names of the labels with a word that starts with the text, by id. */
function labelsWith(labels: readonly LabelWords[], text: string): Map<string, string> {
  const matching = labels.filter(({ words }) => words.some((word) => word.startsWith(text)))
  return new Map(matching.map(({ labelId, name }) => [labelId, name]))
}

async function readLabeled(database: Database, organizationId: string, labelId: string): Promise<string[]> {
  const { data } = await queryRows(database, organizationId, { ...noFilters, labelId }, { cursor: null })
  return data.map(({ goalId }) => goalId)
}
