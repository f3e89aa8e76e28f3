/** The summary of a goal's texts and state in its row, and the values derived from it at the time of a request. */
import type { AttentionReason } from '@cairn/contract/schemas/goals/goal-values'
import { dayOf, millisecondsPerDay } from '../../requests/context.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { GoalStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import type { GoalText } from '../../storage/table/entities/goals/goal-text.ts'
import { type GoalWork, hasExpired, isOpenAt } from '../work/work.ts'

/** The parts of a row that follow from texts and standing. */
export function summarize(
  text: GoalText,
  standing: GoalStanding,
): Pick<GoalRow, 'counts' | 'progress' | 'textBytes'> {
  const results = text.criteria.map(({ id }) => standing.verdicts[id]?.result)
  const confirmed = text.criteria.filter(({ id }) => isConfirmed(standing, id))
  const progress = text.measures.flatMap((measure) => progressOf(measure, standing.values[measure.id]) ?? [])
  return {
    counts: {
      criteria: text.criteria.length,
      met: results.filter((result) => result === 'met').length,
      notMet: results.filter((result) => result === 'not_met').length,
      measures: text.measures.length,
      confirmed: confirmed.length,
    },
    progress: progress.length > 0 ? progress.reduce((sum, one) => sum + one) / progress.length : undefined,
    textBytes: bytesOf(text),
  }
}

/** Whether the latest verdict on a criterion is that it is met, and somebody has confirmed it. */
export function isConfirmed({ verdicts, confirmations }: GoalStanding, criterionId: string): boolean {
  return verdicts[criterionId]?.result === 'met' && confirmations?.[criterionId] !== undefined
}

/** The size of the texts as JSON in UTF-8. */
function bytesOf({ detailedDescription, criteria, measures }: GoalText): number {
  return Buffer.byteLength(JSON.stringify({ detailedDescription, criteria, measures }), 'utf8')
}

/** The share of the way from start to target, from 0 to 1; null without a value. */
export function progressOf(
  { start, target }: { start: number; target: number },
  current: { value: number } | undefined,
): number | null {
  if (!current) return null
  return Math.min(1, Math.max(0, (current.value - start) / (target - start)))
}

/** The parts of a goal that decide when its next report is due. */
type ReportedGoal = Pick<GoalRow, 'status' | 'cadence' | 'createdAt'> & {
  lastReport?: Pick<NonNullable<GoalRow['lastReport']>, 'createdAt'> | undefined
}

/** Returns the due time of the next report: the last one, or the publication, plus the cadence; null if none is due. */
export function nextReportDueAt({ status, cadence, lastReport, createdAt }: ReportedGoal): string | null {
  if (status !== 'active' || cadence === undefined) return null
  const from = Date.parse(lastReport?.createdAt ?? createdAt)
  return new Date(from + cadence * millisecondsPerDay).toISOString()
}

/** A deadline this many days ahead is due soon. */
const soonDays = 14

/** The parts of a goal that decide whether it needs somebody. */
export type AttendedGoal = ReportedGoal &
  Pick<GoalRow, 'timeframe' | 'health'> & {
    counts: Pick<GoalRow['counts'], 'notMet'>
    isBudgetUsed: boolean
    isReviewRequested: boolean
  }

/** Why an active goal needs somebody, most urgent first. Days are those of UTC. */
export function attentionOf(row: GoalRow, work: GoalWork, now: Date): AttentionReason[] {
  const facts = { isBudgetUsed: isBudgetUsed(row), isReviewRequested: isReviewRequested(row) }
  return attentionOfGoal({ ...row, ...facts }, work, now)
}

/** The same for what the record below a parent says of a goal. */
export function attentionOfGoal(
  row: AttendedGoal,
  { claim, questions }: Pick<GoalWork, 'claim' | 'questions'>,
  now: Date,
): AttentionReason[] {
  if (row.status !== 'active') return []
  const reportDueAt = nextReportDueAt(row)
  const daysLeft =
    row.timeframe.kind === 'deadline'
      ? (Date.parse(row.timeframe.targetDate) - Date.parse(dayOf(now))) / millisecondsPerDay
      : Number.POSITIVE_INFINITY
  const reasons: Record<AttentionReason, boolean> = {
    question_open: questions.some((question) => isOpenAt(question, now)),
    overdue: daysLeft < 0,
    report_late: reportDueAt !== null && Date.parse(reportDueAt) < now.getTime(),
    off_track: row.health === 'off_track',
    claim_expired: hasExpired(claim, row.lastReport, now),
    budget_used: row.isBudgetUsed,
    review_requested: row.isReviewRequested,
    at_risk: row.health === 'at_risk',
    due_soon: daysLeft >= 0 && daysLeft <= soonDays,
    criteria_not_met: row.counts.notMet > 0,
  }
  return (Object.keys(reasons) as AttentionReason[]).filter((reason) => reasons[reason])
}

/** Whether somebody else has to confirm what was judged as met. */
export function isReviewRequested({
  reviewerUserId,
  verification,
  counts,
}: Pick<GoalRow, 'reviewerUserId' | 'verification' | 'counts'>): boolean {
  return (reviewerUserId !== undefined || verification !== undefined) && counts.met > counts.confirmed
}

/** Whether work on a goal has used one of its limits up. */
export function isBudgetUsed({ budget, used }: Pick<GoalRow, 'budget' | 'used'>): boolean {
  if (budget === undefined || used === undefined) return false
  const { tokens, seconds, costMicros } = budget
  return (
    (tokens !== undefined && used.inputTokens + used.outputTokens >= tokens) ||
    (seconds !== undefined && used.seconds >= seconds) ||
    (costMicros !== undefined && used.costMicros >= costMicros)
  )
}
