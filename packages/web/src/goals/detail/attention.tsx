import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { daysUntil, formatDate, formatDaysUntil, formatPlainDate } from '../../presentation/time/format.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

type Attended = Pick<Goal, 'timeframe' | 'nextReportDueAt' | 'criteria'>

/** Why a goal needs somebody, as a sentence. */
export function attentionSentence(reason: AttentionReason, goal: Attended, today?: string): string {
  const { timeframe, nextReportDueAt, criteria } = goal
  const targetDate = timeframe.kind === 'deadline' ? timeframe.targetDate : ''
  switch (reason) {
    case 'question_open':
      return texts.attention.questionOpen
    case 'claim_expired':
      return texts.attention.claimExpired
    case 'budget_used':
      return texts.attention.budgetUsed
    case 'review_requested':
      return texts.attention.reviewRequested(
        criteria.filter(({ verdict, confirmedBy }) => verdict?.result === 'met' && !confirmedBy).length,
      )
    case 'overdue':
      return texts.attention.overdue(formatPlainDate(targetDate))
    case 'report_late':
      return texts.attention.reportLate(formatDate(nextReportDueAt ?? 0))
    case 'off_track':
      return texts.attention.offTrack
    case 'at_risk':
      return texts.attention.atRisk
    case 'due_soon':
      return texts.attention.dueSoon(formatDaysUntil(daysUntil(targetDate, today)))
    case 'criteria_not_met': {
      const count = criteria.filter(({ verdict }) => verdict?.result === 'not_met').length
      return texts.attention.notMet(count, criteria.length)
    }
  }
}

/**
 * Returns the open criteria of a completed goal in one sentence. Null if it has no criteria.
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
  if (met === all) return { sentence: texts.outcome.met(all), isMet: true }
  const { notMetAndOpen, notMet: onlyNotMet, open: onlyOpen } = texts.outcome
  const sentence =
    notMet === 0
      ? onlyOpen(open, all)
      : open === 0
        ? onlyNotMet(notMet, all)
        : notMetAndOpen(notMet, all, open)
  return { sentence, isMet: false }
}

/** The badge beside the title shows the health, and open questions are below it. */
const shownElsewhere = new Set<AttentionReason>(['off_track', 'at_risk', 'question_open'])

/** Says why the goal needs somebody, in the order of urgency that the service decided. */
export function AttentionNotice({ goal }: { goal: Goal }) {
  const reasons = goal.attention.filter((reason) => !shownElsewhere.has(reason))
  if (reasons.length === 0) return null
  return (
    <Notice tone="warn" live={false}>
      {reasons.length === 1 && <p>{reasons.map((reason) => attentionSentence(reason, goal))}</p>}
      {reasons.length > 1 && (
        <ul className="list-disc space-y-0.5 pl-4">
          {reasons.map((reason) => (
            <li key={reason}>{attentionSentence(reason, goal)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
