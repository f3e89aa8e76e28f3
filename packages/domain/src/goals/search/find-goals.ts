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
import {
  type GoalWordsRecord,
  goalWordsEntity,
  wordsIn,
} from '../../storage/table/entities/goals/goal-words.ts'
import { keyOfRecord, toRecord } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import { type GoalFilters, noFilters } from '../list/goal-filters.ts'
import { queryRows } from '../list/goal-index.ts'
import { listedRows } from '../list/read-rows.ts'
import { keyWord, wordsOf } from './postings.ts'

/** A term with more goals than this is broad: it proposes none. */
const maximumProposals = 100

/** Goals that may have changed since their postings were written. */
const newestCount = 26

/** Rows that are read at once if all terms are broad. */
const walkedCount = 100

/** The matches of one term of a query. */
type Term = {
  text: string
  /** The labels with a word that starts with it. */
  labelIds: Set<string>
  /** The ids of all goals that it may match; undefined if it is broad. */
  proposals: Set<string> | undefined
}

/**
 * Reads the rows of goals in which each word of `q` starts a word of the title, of a criterion's title or of a label's name,
 * last change first. With broad words only, it reads part of the list at a time, so a page can be empty and have a next
 * one. A `q` without a word finds nothing.
 */
export async function findRows(
  database: Database,
  organizationId: string,
  q: string,
  filters: GoalFilters,
  { cursor }: QueryOptions,
): Promise<QueryResult<GoalRow>> {
  const words = wordsOf(q)
  if (words.length === 0) return { data: [], cursor: null }
  const [terms, newest] = await Promise.all([
    readTerms(database, organizationId, words),
    database.hasStream
      ? queryRows(database, organizationId, filters, { cursor, limit: newestCount })
      : undefined,
  ])
  const bounded = terms.flatMap(({ proposals }) => proposals ?? [])
  if (bounded.length === 0) {
    const page = await queryRows(database, organizationId, filters, { cursor, limit: walkedCount })
    return { data: await withTerms(database, page.data, terms), cursor: page.cursor }
  }
  const [first = new Set<string>(), ...others] = bounded
  const known = new Map((newest?.data ?? []).map((row) => [row.goalId, row]))
  const proposed = [...first].filter((goalId) => !known.has(goalId) && others.every((one) => one.has(goalId)))
  const keys = proposed.map((goalId) => goalKeyOf({ organizationId, goalId }))
  const read = await readRecords(database, goalRowEntity, keys)
  const rows = listedRows([...known.values(), ...read.map(decodeRow)], filters, cursor)
  return { data: await withTerms(database, rows, terms), cursor: null }
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
): Promise<(row: GoalRow) => boolean> {
  const wanted = wordsOf(q)
  if (wanted.length === 0) return () => false
  const keys = [...goalIds].map((goalId) => goalKeyOf({ organizationId, goalId }))
  const [labels, words] = await Promise.all([
    readLabelWords(database, organizationId),
    readRecords(database, goalWordsEntity, keys),
  ])
  const terms = wanted.map((text) => ({ text, labelIds: labelsWith(labels, text) }))
  return matcherIn(words, terms)
}

async function readTerms(database: Database, organizationId: string, words: string[]): Promise<Term[]> {
  const [labels, ...postings] = await Promise.all([
    readLabelWords(database, organizationId),
    ...words.map((word) => readPostings(database, organizationId, word)),
  ])
  return Promise.all(
    words.map(async (text, index) => {
      const labelIds = labelsWith(labels, text)
      const uses = labels.reduce(
        (sum, { labelId, useCount }) => sum + (labelIds.has(labelId) ? useCount : 0),
        0,
      )
      const posted = postings[index]
      if (!posted || uses > maximumProposals) return { text, labelIds, proposals: undefined }
      const labeled = await Promise.all(
        [...labelIds].map((labelId) => readLabeled(database, organizationId, labelId)),
      )
      return { text, labelIds, proposals: new Set([...posted, ...labeled.flat()]) }
    }),
  )
}

/** The goals with a word that starts with `word`; undefined if there are too many. */
async function readPostings(
  { client, tableName }: Database,
  organizationId: string,
  word: string,
): Promise<string[] | undefined> {
  const [initial = ''] = word
  const key = { organizationKey: shortId(organizationId), initial, word: keyWord(word), goalKey: '' }
  const { pk } = keyOfRecord(goalPostingEntity, key)
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
  if (LastEvaluatedKey || Items.length > maximumProposals) return undefined
  return Items.flatMap((item) => toRecord(goalPostingEntity, item) ?? []).map(({ goalKey }) =>
    longId(goalKey),
  )
}

type LabelWords = { labelId: string; useCount: number; words: string[] }

async function readLabelWords(database: Database, organizationId: string): Promise<LabelWords[]> {
  const labels = await readAllLabels(database, organizationId)
  return labels.map(({ labelId, useCount, name }) => ({ labelId, useCount, words: wordsOf(name) }))
}

/** The labels with a word that starts with the text. */
function labelsWith(labels: readonly LabelWords[], text: string): Set<string> {
  const matching = labels.filter(({ words }) => startsWith(words, text))
  return new Set(matching.map(({ labelId }) => labelId))
}

async function readLabeled(database: Database, organizationId: string, labelId: string): Promise<string[]> {
  const { data } = await queryRows(database, organizationId, { ...noFilters, labelId }, { cursor: null })
  return data.map(({ goalId }) => goalId)
}

/** Keeps the rows of goals that match every term. */
async function withTerms(
  database: Database,
  rows: readonly GoalRow[],
  terms: readonly Term[],
): Promise<GoalRow[]> {
  const records = await readRecords(database, goalWordsEntity, rows.map(goalKeyOf))
  return rows.filter(matcherIn(records, terms))
}

function matcherIn(
  records: readonly GoalWordsRecord[],
  terms: readonly Pick<Term, 'text' | 'labelIds'>[],
): (row: GoalRow) => boolean {
  const words = new Map(records.map((record) => [record.goalKey, wordsIn(record)]))
  return (row) =>
    terms.every(
      ({ text, labelIds }) =>
        startsWith(words.get(shortId(row.goalId)) ?? [], text) || row.labelIds.some((id) => labelIds.has(id)),
    )
}

function startsWith(words: readonly string[], text: string): boolean {
  return words.some((word) => word.startsWith(text))
}
