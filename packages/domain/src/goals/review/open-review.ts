/** The goals that wait for somebody to confirm what was judged as met: small records beside claims and open questions. */
import { isDeepStrictEqual } from 'node:util'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import {
  type OpenReviewRecord,
  openReviewEntity,
  type ReviewedReport,
} from '../../storage/table/entities/goals/work/goal-work.ts'
import { deleteItem, keyOfRecord, putRecord, type TransactionItem } from '../../storage/table/entity.ts'
import type { GoalState } from '../record/read-goal.ts'
import { isReviewRequested } from '../record/summarize.ts'

/** Returns the record that says what of a goal waits for a confirmation; undefined if nothing does. */
export function openReviewOf({ row, text, standing }: GoalState): OpenReviewRecord | undefined {
  if (row.status !== 'active' || !isReviewRequested(row)) return undefined
  const reports = new Map<number, ReviewedReport>()
  for (const { id } of text.criteria) {
    const verdict = standing.verdicts[id]
    if (verdict?.result !== 'met' || standing.confirmations?.[id] !== undefined) continue
    const { revision, asOf, authorityUserId } = verdict
    const known = reports.get(revision)
    const count = (known?.count ?? 0) + 1
    reports.set(revision, { revision, at: Date.parse(asOf), userId: authorityUserId, count })
  }
  return {
    ...goalKeyOf(row),
    title: row.title,
    ...(row.ownerUserId !== undefined && { ownerUserId: row.ownerUserId }),
    ...(row.reviewerUserId !== undefined && { reviewerUserId: row.reviewerUserId }),
    reports: [...reports.values()].sort((one, other) => one.revision - other.revision),
  }
}

/** Returns the write that keeps the record up to date; undefined if it is. */
export function reviewItem(before: GoalState | undefined, after: GoalState): TransactionItem | undefined {
  const former = before && openReviewOf(before)
  const review = openReviewOf(after)
  if (review) {
    return isDeepStrictEqual(former, review) ? undefined : { Put: putRecord(openReviewEntity, review) }
  }
  if (!former) return undefined
  const key = goalKeyOf(after.row)
  return { Delete: deleteItem(keyOfRecord(openReviewEntity, key)) }
}
