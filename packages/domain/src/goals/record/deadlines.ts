/** Active goals by their deadline. Goals from before there were such records get theirs with their next change, or by a repair. */
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import {
  type GoalDeadlineRecord,
  goalDeadlineEntity,
} from '../../storage/table/entities/goals/goal-deadline.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { deleteItem, keyOfRecord, putRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import { readRows } from '../list/read-rows.ts'

/** Returns the record that a goal should have; undefined if it is not active or has no deadline. */
export function deadlineOf(row: Pick<GoalRow, 'organizationId' | 'goalId' | 'status' | 'timeframe'>) {
  const { status, timeframe } = row
  if (status !== 'active' || timeframe.kind !== 'deadline') return undefined
  return { ...goalKeyOf(row), date: timeframe.targetDate } satisfies GoalDeadlineRecord
}

/** Returns a row that says whether its goal is listed by its deadline. */
export function withDeadlineMark(row: GoalRow): GoalRow {
  const { isDated: _, ...others } = row
  return deadlineOf(row) ? { ...others, isDated: true } : others
}

/**
 * The writes that list a goal by its deadline: none in most reports and edits.
 *
 * @param before  Undefined for a new goal.
 * @param after  Undefined for a deleted one.
 */
export function deadlineItems(
  before: GoalRow | undefined,
  after: GoalRow | undefined,
): Record<string, TransactionItem | undefined> {
  const [from, to] = [before?.isDated ? deadlineOf(before) : undefined, after && deadlineOf(after)]
  if (from?.date === to?.date) return {}
  return {
    formerDeadline: from && { Delete: deleteItem(keyOfRecord(goalDeadlineEntity, from)) },
    deadline: to && { Put: putRecord(goalDeadlineEntity, to) },
  }
}

/** Reads which active goals have the earliest deadlines. `key` sorts as they do. */
export async function readEarliestDeadlines(
  database: Database,
  organizationId: string,
  limit: number,
): Promise<{ goalId: string; key: string }[]> {
  const partition = { organizationKey: shortId(organizationId) }
  const { data } = await queryRecords(database, goalDeadlineEntity, 'record', partition, {
    limit,
    consistent: true,
  })
  return data.map(({ goalKey, date }) => ({ goalId: longId(goalKey), key: `${date}#${goalKey}` }))
}

/**
 * Reads the rows of the active goals with the earliest deadlines: two round trips. Those without a deadline are not among them, and not those from
 * before there were records that nobody has changed since.
 */
export async function readEarliestGoals(
  database: Database,
  organizationId: string,
  limit: number,
): Promise<GoalRow[]> {
  const deadlines = await readEarliestDeadlines(database, organizationId, limit)
  const rows = await readRows(
    database,
    organizationId,
    deadlines.map(({ goalId }) => goalId),
  )
  return rows.filter(({ status }) => status === 'active')
}
