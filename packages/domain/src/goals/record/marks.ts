import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { withReviewerMark } from '../watching/reviewer-record.ts'
import { withDeadlineMark } from './deadlines.ts'

/** Returns a row that says by what its goal is listed: its deadline and its reviewer. */
export function withMarks(row: GoalRow): GoalRow {
  return withReviewerMark(withDeadlineMark(row))
}
