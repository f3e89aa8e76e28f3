/**
 * Keeps the index of long texts, behind the answers of those who changed them. It is recounted from the texts as they are, so doing it
 * again, later or twice at once ends the same. `goalTextWords` names every word that has a posting: it is written before postings are
 * added, and again after others were removed.
 */
import { isDeepStrictEqual } from 'node:util'
import { writeBatches } from '../../../storage/database/batch-write.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord, readRecords } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { putIf } from '../../../storage/database/update-if.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalTextPostingRecord,
  type GoalTextWordsRecord,
  goalTextPostingEntity,
  goalTextWordsEntity,
  type IndexedText,
} from '../../../storage/table/entities/goals/goal-text-words.ts'
import {
  createRecord,
  keyOfRecord,
  type RecordKey,
  replaceRecord,
  toItem,
} from '../../../storage/table/entity.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { type Entry, entriesOf, indexedTexts, indexedWords, placeOf, unsettledText } from './entries.ts'
import { readSearchedTexts } from './read-texts.ts'

type GoalId = { organizationId: string; goalId: string }
type GoalKey = { organizationKey: string; goalKey: string }

/** The words to add, and those to remove. */
export type TextChanges = { added: Map<string, Entry>; removed: string[] }

/** Goals that are indexed at once. */
const goalsAtOnce = 20

/**
 * Brings the index of some goals up to date.
 * @throws `unavailable` at the deadline; everything may be repeated.
 */
export async function indexGoals(
  database: Database,
  organizationId: string,
  goalIds: Iterable<string>,
): Promise<void> {
  const ids = [...new Set(goalIds)]
  for (let start = 0; start < ids.length; start += goalsAtOnce) {
    const group = ids.slice(start, start + goalsAtOnce)
    await Promise.all(group.map((goalId) => indexTexts(database, { organizationId, goalId })))
  }
}

async function indexTexts(database: Database, goal: GoalId): Promise<void> {
  const key = goalKeyOf(goal)
  await retryOnLostRace(database, async () => {
    const [stored, sources] = await Promise.all([
      readRecord(database, goalTextWordsEntity, key),
      readSearchedTexts(database, goal),
    ])
    // Whoever deletes a goal removes its words.
    if (!sources) return undefined
    const entries = entriesOf(sources)
    const texts = indexedTexts(sources, entries)
    const changes = await changesFrom(database, key, stored, texts, entries)
    const isSame = isDeepStrictEqual(stored?.texts ?? {}, texts)
    if (isSame && changes.added.size === 0) return undefined
    if (!(await writeIndex(database, key, { stored, texts, changes }))) return lostRace
    // A deletion at the same moment may not have known of these words.
    if (!(await readGoalRow(database, goal.organizationId, goal.goalId))) await removeTextWords(database, key)
    return undefined
  })
}

/** Writes words and postings. Returns false if somebody has written the words since they were read. */
export async function writeIndex(
  database: Database,
  key: GoalKey,
  { stored, texts, changes }: NonNullable<Awaited<ReturnType<typeof readDamage>>>,
): Promise<boolean> {
  const { added, removed } = changes
  if (added.size === 0 && removed.length === 0) return putWords(database, key, stored, texts)
  const unsettled = {
    ...stored?.texts,
    [unsettledText]: { v: 0, w: [...added.keys(), ...removed].join(' ') },
  }
  if (!(await putWords(database, key, stored, unsettled))) return false
  await writeTextPostings(database, key, changes)
  return putWords(database, key, { stamp: (stored?.stamp ?? 0) + 1 }, texts)
}

/** Returns the postings that differ. Those of a text of another version are read: most of its words may be where they were. */
export async function changesFrom(
  database: Database,
  key: GoalKey,
  stored: Pick<GoalTextWordsRecord, 'texts'> | null,
  texts: Readonly<Record<string, IndexedText>>,
  entries: ReadonlyMap<string, Entry>,
): Promise<TextChanges> {
  const before = indexedWords(stored?.texts ?? {})
  const added = new Map<string, Entry>()
  const compared: string[] = []
  for (const [word, entry] of entries) {
    const { id } = entry
    if (before.get(word) !== id) added.set(word, entry)
    else if (stored?.texts[id]?.v !== texts[id]?.v) compared.push(word)
  }
  const known = await readRecords(
    database,
    goalTextPostingEntity,
    compared.map((word) => postingKeyOf(key, word)),
  )
  const textOf = new Map(known.map(({ word, text }) => [word, text]))
  for (const word of compared) {
    const entry = entries.get(word)
    if (entry && textOf.get(word) !== entry.text) added.set(word, entry)
  }
  return { added, removed: [...before.keys()].filter((word) => !entries.has(word)) }
}

/** The differences that a repair corrects: also postings that are missing or have other words around them. */
export async function readDamage(
  database: Database,
  goal: GoalId,
): Promise<{
  stored: GoalTextWordsRecord | null
  texts: Record<string, IndexedText>
  changes: TextChanges
} | null> {
  const key = goalKeyOf(goal)
  const [stored, sources] = await Promise.all([
    readRecord(database, goalTextWordsEntity, key),
    readSearchedTexts(database, goal),
  ])
  if (!sources) return null
  const entries = entriesOf(sources)
  const texts = indexedTexts(sources, entries)
  const words = [...entries.keys()]
  const postings = await readRecords(
    database,
    goalTextPostingEntity,
    words.map((word) => postingKeyOf(key, word)),
  )
  const known = new Map(postings.map((posting) => [posting.word, posting]))
  const added = new Map(
    [...entries].filter(([word, { id, text }]) => {
      const posting = known.get(word)
      return posting?.text !== text || posting.place !== placeOf(id)
    }),
  )
  const removed = [...indexedWords(stored?.texts ?? {}).keys()].filter((word) => !entries.has(word))
  const isSame = isDeepStrictEqual(stored?.texts ?? {}, texts)
  return isSame && added.size === 0 ? null : { stored, texts, changes: { added, removed } }
}

/** Writes the words if nobody has since they were read. */
async function putWords(
  database: Database,
  key: GoalKey,
  stored: Pick<GoalTextWordsRecord, 'stamp'> | null,
  texts: Record<string, IndexedText>,
): Promise<boolean> {
  const record = { ...key, stamp: (stored?.stamp ?? 0) + 1, texts }
  return putIf(
    database,
    stored
      ? replaceRecord(goalTextWordsEntity, record, { stamp: stored.stamp })
      : createRecord(goalTextWordsEntity, record),
  )
}

/**
 * Writes postings, each by itself. Safe to repeat.
 * @throws `unavailable` at the deadline.
 */
export function writeTextPostings(
  database: Database,
  key: GoalKey,
  { added, removed }: TextChanges,
): Promise<void> {
  return writeBatches(database, [
    ...[...added].map(([word, entry]) => ({
      PutRequest: { Item: toItem(goalTextPostingEntity, postingOf(key, word, entry)) },
    })),
    ...removed.map((word) => ({
      DeleteRequest: { Key: keyOfRecord(goalTextPostingEntity, postingKeyOf(key, word)) },
    })),
  ])
}

export function postingOf(key: GoalKey, word: string, { id, text }: Entry): GoalTextPostingRecord {
  return { ...postingKeyOf(key, word), place: placeOf(id), text }
}

export function postingKeyOf({ organizationKey, goalKey }: GoalKey, word: string) {
  const [initial = ''] = word
  return { organizationKey, goalKey, initial, word }
}

/** Removes what search knows of the long texts of a deleted goal. Safe to repeat. */
export async function removeTextWords(database: Database, key: GoalKey): Promise<void> {
  const stored = await readRecord(database, goalTextWordsEntity, key)
  if (!stored) return
  await removeWordsOf(database, stored)
  await writeBatches(database, [{ DeleteRequest: { Key: textWordsKey(key) } }])
}

/** Removes the postings of words that a record names. */
export function removeWordsOf(
  database: Database,
  { organizationKey, goalKey, texts }: Pick<GoalTextWordsRecord, 'organizationKey' | 'goalKey' | 'texts'>,
): Promise<void> {
  const removed = [...indexedWords(texts).keys()]
  return writeTextPostings(database, { organizationKey, goalKey }, { added: new Map(), removed })
}

export function textWordsKey(key: GoalKey): RecordKey {
  return keyOfRecord(goalTextWordsEntity, key)
}
