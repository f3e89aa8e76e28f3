import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals'
import { daysUntil, formatDate, formatDaysUntil, formatPlainDate } from '../../time/format.ts'

type Attended = Pick<Goal, 'timeframe' | 'nextReportDueAt' | 'criteria'>

/** Why a goal needs somebody, as a sentence. */
export function attentionSentence(reason: AttentionReason, goal: Attended, today?: string): string {
  const { timeframe, nextReportDueAt, criteria } = goal
  const targetDate = timeframe.kind === 'deadline' ? timeframe.targetDate : ''
  switch (reason) {
    case 'overdue':
      return `The target date, ${formatPlainDate(targetDate)}, has passed.`
    case 'report_late':
      return `A report was due on ${formatDate(nextReportDueAt ?? 0)}.`
    case 'off_track':
      return 'The goal is off track.'
    case 'at_risk':
      return 'The goal is at risk.'
    case 'due_soon':
      return `The target date is ${formatDaysUntil(daysUntil(targetDate, today))}.`
    case 'criteria_not_met': {
      const count = criteria.filter(({ verdict }) => verdict?.result === 'not_met').length
      return `${count} of ${criteria.length} criteria ${count === 1 ? 'is' : 'are'} not met.`
    }
  }
}

/**
 * What a completed goal left open, in one sentence. Null if it has no criteria.
 *
 * @param criteria  With their latest verdicts. A criterion without a verdict was never judged, or changed since.
 */
export function outcomeOf(
  criteria: readonly { verdict: { result: string } | null }[],
): { sentence: string; isMet: boolean } | null {
  const all = criteria.length
  if (all === 0) return null
  const met = criteria.filter(({ verdict }) => verdict?.result === 'met').length
  const notMet = criteria.filter(({ verdict }) => verdict?.result === 'not_met').length
  const open = all - met - notMet
  if (met === all) return { sentence: `Completed with all criteria met (${all}).`, isMet: true }
  const parts = [
    ...(notMet > 0 ? [`${notMet} of ${all} criteria not met`] : []),
    ...(open > 0 ? [notMet > 0 ? `${open} undecided` : `${open} of ${all} criteria undecided`] : []),
  ]
  return { sentence: `Completed with ${parts.join(' and ')}.`, isMet: false }
}
