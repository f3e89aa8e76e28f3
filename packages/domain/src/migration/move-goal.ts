/**
 * Moves one goal of layout 1 into the current layout, in the same table.
 *
 *   1. Reports and idempotency keys are copied. Nothing reads them yet: the goal has no row.
 *   2. One transaction writes row, texts, standing, labels' copies and what search needs, and deletes the record `goal` of
 *      layout 1, if it has not changed since it was read. This moves the goal.
 *   3. The rest of layout 1 is deleted: nothing refers to it.
 *
 * So a goal is whole in one layout at any moment, and a move can be interrupted anywhere, repeated, and made twice at once.
 * What step 1 copies never changes, and it never replaces a record: one that is there already may have been acknowledged.
 */
import { isDeepStrictEqual } from 'node:util'
import type { GoalHealth } from '@cairn/contract/schemas/goal-values'
import type { Database } from '../database/client.ts'
import { accessPattern, pagesOf } from '../database/query-records.ts'
import { readRecord } from '../database/read-record.ts'
import { pauseBeforeRetry } from '../database/retry.ts'
import { maximumTransactionItems, transact } from '../database/transaction.ts'
import { cleanUpDeletedGoal } from '../goals/cleanup/clean-up-deleted-goal.ts'
import { readGoalPartition, removePartition } from '../goals/cleanup/goal-partition.ts'
import type { GoalState } from '../goals/record/read-goal.ts'
import { wordsOfGoal } from '../goals/record/write-goal.ts'
import { healthAfterReport, recentHealthAfter } from '../goals/rules.ts'
import { postingChanges, postingItems, writePostings } from '../goals/search/postings.ts'
import { type GoalReportRecord, goalReportEntity } from '../table/entities/goals/goal-report.ts'
import { goalReportKeyEntity } from '../table/entities/goals/goal-report-key.ts'
import { encodeRow, goalKeyOf, goalLabelRowEntity, goalRowEntity } from '../table/entities/goals/goal-row.ts'
import { goalStandingEntity } from '../table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../table/entities/goals/goal-text.ts'
import { goalWordsEntity } from '../table/entities/goals/goal-words.ts'
import { keyOfRecord } from '../table/entity/keys.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'
import { createRecord, putRecord, removeRecord } from '../table/entity/writes.ts'
import { type GoalRecord, goalEntity } from '../table/layout-1/goal.ts'
import { type GoalUpdateRecord, goalUpdateEntity } from '../table/layout-1/goal-update.ts'
import type { GoalOfLayout1 } from '../table/layout-1/names.ts'
import { shortId } from '../table/short-id.ts'
import { type ConvertedHistory, convertGoal, convertReport, convertReportKey } from './convert-goal.ts'
import { putNew } from './put-new.ts'

/** A goal whose records contradict each other, so that it was not moved. */
export class UnmovableGoalError extends Error {
  override readonly name = 'UnmovableGoalError'
}

/**
 * Moves a goal and removes what is left of it in layout 1: also of one that was deleted or moved before.
 *
 * @returns Whether this call moved the goal.
 * @throws UnmovableGoalError if the goal's history is not complete. The goal is unchanged then.
 */
export async function moveGoal(database: Database, key: GoalOfLayout1): Promise<boolean> {
  const { organizationId, goalId } = key
  let isMoved = false
  for (let attempt = 1; !isMoved; attempt++) {
    const goal = await readRecord(database, goalEntity, { organizationId, goalId })
    if (!goal) break
    isMoved = await moveOnce(database, goal)
    if (!isMoved) await pauseBeforeRetry(database, attempt)
  }
  // It may have been deleted after a move of it copied its history.
  if (!isMoved) await cleanUpDeletedGoal(database, { organizationId, goalId })
  await removePartition(database, keyOfRecord(goalEntity, { organizationId, goalId }).pk)
  return isMoved
}

/** Returns false if the goal has changed since it was read. */
async function moveOnce(database: Database, goal: GoalRecord): Promise<boolean> {
  const history = await copyHistory(database, goal)
  const { last } = history
  if (last.revision > goal.revision) return false
  if (last.revision < goal.revision) throw unmovable(goal, `its history ends at revision ${last.revision}`)
  const { reports, keys } = await countCopies(database, goal)
  if (reports !== goal.revision || keys !== goal.revision - 1) {
    // Another migration may have moved it, and somebody reported on it.
    if (await hasChanged(database, goal)) return false
    throw unmovable(goal, `its copy has ${reports} reports and ${keys} idempotency keys`)
  }
  const { organizationId, goalId, version: expected } = goal
  const earlier = removeRecord(database, goalEntity, { organizationId, goalId }, ({ version }, { eq }) =>
    eq(version, expected),
  )
  const converted = convertGoal(goal, history)
  const items: Record<string, TransactionItem> = {
    earlier,
    ...goalItems(database, converted),
  }
  const { row, text } = converted
  const { added } = postingChanges([], wordsOfGoal(row, text))
  const room = maximumTransactionItems - Object.keys(items).length
  // Postings only propose goals, so those that do not fit may be there before the goal.
  await writePostings(database, goalKeyOf(row), { added: added.slice(room), removed: [] })
  const failed = await transact(database, {
    ...items,
    ...postingItems(database, goalKeyOf(row), { added: added.slice(0, room), removed: [] }),
  })
  if (failed.length === 0) return true
  if (await hasChanged(database, goal)) return false
  throw unmovable(goal, 'it is there in both layouts')
}

async function hasChanged(
  database: Database,
  { organizationId, goalId, version }: GoalRecord,
): Promise<boolean> {
  const goal = await readRecord(database, goalEntity, { organizationId, goalId })
  return goal?.version !== version
}

/** Row, texts, standing, words and labels' copies of the row. */
function goalItems(database: Database, { row, text, standing }: GoalState): Record<string, TransactionItem> {
  const key = goalKeyOf(row)
  const record = encodeRow(row)
  const copies = row.labelIds.map((labelId): [string, TransactionItem] => [
    `label:${labelId}`,
    putRecord(database, goalLabelRowEntity, { ...record, labelKey: shortId(labelId) }),
  ])
  return {
    goal: createRecord(database, goalRowEntity, record),
    text: putRecord(database, goalTextEntity, { ...key, version: row.textVersion, ...text }),
    standing: putRecord(database, goalStandingEntity, { ...key, version: row.standingVersion, ...standing }),
    words: putRecord(database, goalWordsEntity, { ...key, words: wordsOfGoal(row, text).join(' ') }),
    ...Object.fromEntries(copies),
  }
}

/** Copies every report, oldest first, with its idempotency key. Returns what the goal's row needs of them. */
async function copyHistory(database: Database, goal: GoalRecord): Promise<ConvertedHistory> {
  const { organizationId, goalId } = goal
  let last: GoalReportRecord | undefined
  let health: GoalHealth | undefined
  let recentHealth: ConvertedHistory['recentHealth'] = []
  const history = accessPattern(
    database,
    goalUpdateEntity,
    'record',
    { organizationId, goalId },
    { consistent: true },
  )
  for await (const entries of pagesOf(history.query)) {
    const copies: (() => Promise<void>)[] = []
    for (const entry of entries) {
      if (entry.revision !== (last?.revision ?? 0) + 1) {
        throw unmovable(
          goal,
          `revision ${entry.revision} of its history does not follow ${last?.revision ?? 0}`,
        )
      }
      const report = convertReport(entry, last?.content.hash ?? null)
      copies.push(() => copyReport(database, goal, report))
      health = healthAfterReport(health, entry)
      if (entry.revision > 1) {
        copies.push(() => copyKey(database, goal, entry))
        recentHealth = recentHealthAfter(recentHealth, health)
      }
      last = report
    }
    for (let start = 0; start < copies.length; start += copiesAtOnce) {
      await Promise.all(copies.slice(start, start + copiesAtOnce).map((copy) => copy()))
    }
  }
  if (!last) throw unmovable(goal, 'it has no history')
  return { last, recentHealth }
}

const copiesAtOnce = 25

async function copyReport(database: Database, goal: GoalRecord, report: GoalReportRecord): Promise<void> {
  if (await putNew(database, createRecord(database, goalReportEntity, report))) return
  const { organizationKey, goalKey, revision } = report
  const stored = await readRecord(database, goalReportEntity, { organizationKey, goalKey, revision })
  if (stored && stored.content.hash !== report.content.hash) {
    throw unmovable(goal, `revision ${revision} of its copy is another report`)
  }
}

async function copyKey(database: Database, goal: GoalRecord, entry: GoalUpdateRecord): Promise<void> {
  const key = convertReportKey(entry)
  if (await putNew(database, createRecord(database, goalReportKeyEntity, key))) return
  const { organizationKey, goalKey, keyHash } = key
  const stored = await readRecord(database, goalReportKeyEntity, { organizationKey, goalKey, keyHash })
  if (stored && !isDeepStrictEqual({ ...stored }, key)) {
    throw unmovable(goal, `the idempotency key of revision ${entry.revision} was used twice`)
  }
}

/** Counts the copied reports and keys. Strongly consistent. */
async function countCopies(database: Database, { organizationId, goalId }: GoalRecord) {
  const count = { reports: 0, keys: 0 }
  let after: Parameters<typeof readGoalPartition>[3]
  do {
    const page = await readGoalPartition(database, organizationId, goalId, after)
    for (const { sk } of page.keys) {
      if (sk.startsWith('u#')) count.reports++
      if (sk.startsWith('k#')) count.keys++
    }
    after = page.last
  } while (after !== undefined)
  return count
}

function unmovable({ organizationId, goalId }: GoalRecord, reason: string): UnmovableGoalError {
  return new UnmovableGoalError(`Goal ${organizationId}/${goalId} cannot be moved: ${reason}.`)
}
