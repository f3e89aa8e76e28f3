import type { Context } from '../../requests/context.ts'
import { maximumTransactionItems, transact } from '../../storage/database/transaction.ts'
import {
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalStanding, goalStandingEntity } from '../../storage/table/entities/goals/goal-standing.ts'
import { type GoalText, goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { goalWordsEntity } from '../../storage/table/entities/goals/goal-words.ts'
import {
  createRecord,
  deleteItem,
  keyOfRecord,
  putRecord,
  replaceRecord,
  type TransactionItem,
} from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { countChange } from '../counts/count-change.ts'
import { labelCounts } from '../labels/label-counts.ts'
import { reviewItem } from '../review/open-review.ts'
import { postingChanges, postingItems, wordsOf, writePostings } from '../search/postings.ts'
import { reviewerItem } from '../watching/reviewer-record.ts'
import { deadlineItems } from './deadlines.ts'
import { goalTimerItem } from './goal-timer.ts'
import { withMarks } from './marks.ts'
import type { GoalState } from './read-goal.ts'
import { isKnownTo, type Trait, traitsItem } from './traits.ts'

/** A write that may be committed before its transaction. */
export type EarlyWrite = {
  item: TransactionItem
  /** The condition on another record that it needs then. */
  alone: TransactionItem
}

/** The other parts of a write. */
type Beside = {
  /** Traits that the organization has from now on. */
  traits?: readonly Trait[]
  /** Writes for which a large transaction may have no room. Committed before it then, each by itself. */
  early?: Record<string, EarlyWrite>
  /** Left out then: it follows behind the answer. */
  derived?: Record<string, TransactionItem>
}

/**
 * Takes a goal from one version to the next, in one transaction with the entry of its history. Returns the names of the
 * writes that failed: `goal` if the goal has changed since it was read, so one entry follows each version, and
 * `attach:<label>` if an attached label does not exist.
 *
 * Texts, standing, words and timer are written only if this version changed them. A label's copy of the row is written every
 * time, because it carries what lists show and orders them.
 *
 * @param previous  The goal as it was read; undefined for a new goal.
 * @param others  The other writes of the transaction, by name: the entry of the history at least.
 * @param beside  What else belongs to it.
 */
export async function writeGoal<Name extends string>(
  { database, now, runInBackground }: Pick<Context, 'database' | 'now' | 'runInBackground'>,
  changed: GoalState,
  previous: GoalState | undefined,
  others: Record<Name, TransactionItem | undefined>,
  { traits = [], early = {}, derived = {} }: Beside = {},
): Promise<string[]> {
  const goal = { ...changed, row: withMarks(changed.row) }
  const key = goalKeyOf(goal.row)
  const review = reviewItem(previous, goal)
  const isFirstWork = review?.Put !== undefined && !isKnownTo(database, goal.row.organizationId, 'hasWork')
  const items: Record<string, TransactionItem | undefined> = {
    ...others,
    ...recordItems(goal, previous?.row),
    review,
    reviewer: reviewerItem(previous?.row, goal.row),
    trait: traitsItem(goal.row.organizationId, isFirstWork ? [...traits, 'hasWork'] : traits),
    goalTimer: goalTimerItem(previous?.row, goal.row, now),
    count: countChange(previous?.row, goal.row),
    ...deadlineItems(previous?.row, goal.row),
  }
  const words = changedWords(goal, previous)
  const written = Object.values(items).filter((item) => item !== undefined).length + (words ? 1 : 0)
  const room = maximumTransactionItems - written - Object.keys(early).length
  if (room >= 0) {
    for (const [name, { item }] of Object.entries(early)) items[name] = item
    if (room >= Object.keys(derived).length) Object.assign(items, derived)
  } else await Promise.all(Object.values(early).map((write) => transact(database, write)))
  if (words === undefined) return transact(database, items)

  items.words = { Put: putRecord(goalWordsEntity, { ...key, words: words.after.join(' ') }) }
  if (database.hasStream) return transact(database, items)

  // Postings only propose goals, so those that do not fit may be added too early and removed too late.
  const { added, removed } = postingChanges(words.before, words.after)
  const spare = maximumTransactionItems - Object.keys(items).length
  const [addedNow, addedBefore] = [added.slice(0, spare), added.slice(spare)]
  const [removedNow, removedLater] = [
    removed.slice(0, spare - addedNow.length),
    removed.slice(spare - addedNow.length),
  ]
  await writePostings(database, key, { added: addedBefore, removed: [] })
  const failed = await transact(database, {
    ...items,
    ...postingItems(key, { added: addedNow, removed: removedNow }),
  })
  if (failed.length === 0 && removedLater.length > 0) {
    runInBackground(() => writePostings(database, key, { added: [], removed: removedLater }))
  }
  return failed
}

/** The words of a goal before and after a write; undefined if they stay the same. */
function changedWords(
  { row, text }: GoalState,
  previous: GoalState | undefined,
): { before: string[]; after: string[] } | undefined {
  if (previous?.row.title === row.title && previous.text.criteria === text.criteria) return undefined
  return { before: previous ? wordsOfGoal(previous.row, previous.text) : [], after: wordsOfGoal(row, text) }
}

/** The words by which a goal is found. */
export function wordsOfGoal({ title }: GoalRow, { criteria }: GoalText): string[] {
  return wordsOf(title, ...criteria.map((criterion) => criterion.title))
}

/** Returns the writes of a row with its copies for labels. They fail if the row is not the previous one any more. */
export function rowItems(row: GoalRow, previous: GoalRow | undefined): Record<string, TransactionItem> {
  const record = encodeRow(row)
  const copies = row.labelIds.map((labelId): [string, TransactionItem] => [
    `label:${labelId}`,
    { Put: putRecord(goalLabelRowEntity, { ...record, labelKey: shortId(labelId) }) },
  ])
  return {
    goal: {
      Put: previous
        ? replaceRecord(goalRowEntity, record, {
            version: previous.version,
            confirmationVersion: previous.confirmationVersion,
          })
        : createRecord(goalRowEntity, record),
    },
    ...Object.fromEntries(copies),
  }
}

/** Returns the write of a goal's standing. */
export function standingItem(
  row: GoalRow,
  { verdicts, confirmations, values }: GoalStanding,
): TransactionItem {
  const { standingVersion: version, confirmationVersion } = row
  const record = {
    ...goalKeyOf(row),
    version,
    ...(confirmationVersion !== undefined && { confirmationVersion }),
    verdicts,
    ...(confirmations && { confirmations }),
    values,
  }
  return { Put: putRecord(goalStandingEntity, record) }
}

function recordItems(
  { row, text, standing }: GoalState,
  previous: GoalRow | undefined,
): Record<string, TransactionItem> {
  const key = goalKeyOf(row)
  const { version } = row
  const items = rowItems(row, previous)
  if (row.textVersion === version) {
    items.text = { Put: putRecord(goalTextEntity, { ...key, version, ...text }) }
  }
  if (row.standingVersion === version) {
    items.standing = standingItem(row, standing)
  }
  for (const labelId of previous?.labelIds ?? []) {
    if (row.labelIds.includes(labelId)) continue
    items[`label:${labelId}`] = {
      Delete: deleteItem(keyOfRecord(goalLabelRowEntity, { ...key, labelKey: shortId(labelId) })),
    }
  }
  return { ...items, ...labelCounts(row.organizationId, row.labelIds, previous?.labelIds ?? []) }
}
