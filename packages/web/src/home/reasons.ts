import type { Brief, BriefGoal } from '@cairn/contract'
import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import { attentionNames } from '../goals/data/display-names.ts'
import { daysUntil, formatAgo, formatDaysUntil, formatNumber } from '../presentation/time/format.ts'
import { texts } from './texts.ts'

export type Reason = { reason: AttentionReason; text: string }

type Concerned = Pick<
  BriefGoal,
  | 'attention'
  | 'timeframe'
  | 'nextReportDueAt'
  | 'criteriaCount'
  | 'criteriaMetCount'
  | 'criteriaConfirmedCount'
>

/** Why a goal needs somebody, in words, most urgent first. */
export function reasonsOf(goal: Concerned): Reason[] {
  return goal.attention.map((reason) => ({ reason, text: textOf(reason, goal) }))
}

function textOf(reason: AttentionReason, goal: Concerned): string {
  const { timeframe, nextReportDueAt, criteriaCount, criteriaMetCount, criteriaConfirmedCount } = goal
  // The service counts days in UTC, the reader in the local time zone: they may differ by one.
  const days = timeframe.kind === 'deadline' ? daysUntil(timeframe.targetDate) : 0
  switch (reason) {
    case 'overdue':
      return texts.reasons.wasDue(formatDaysUntil(Math.min(days, 0)))
    case 'due_soon':
      return texts.reasons.due(formatDaysUntil(Math.max(days, 0)))
    case 'report_late':
      return nextReportDueAt === null
        ? attentionNames[reason]
        : texts.reasons.reportWasDue(formatAgo(nextReportDueAt))
    case 'review_requested':
      return texts.reasons.toConfirm(criteriaMetCount - criteriaConfirmedCount)
    case 'criteria_not_met':
      return texts.reasons.criteriaMet(criteriaMetCount, criteriaCount)
    default:
      return attentionNames[reason]
  }
}

type Owned = { goals: readonly Pick<BriefGoal, 'attention'>[]; moreGoals: boolean }

/** How many goals need the person, in one sentence; empty without goals. Goals that need somebody come first, so they are known. */
export function describeNeeds({ goals, moreGoals }: Owned): string {
  const needing = goals.filter(({ attention }) => attention.length > 0).length
  // The page says so in place of the list.
  if (goals.length === 0) return ''
  if (needing === 0) return texts.needs.nothing
  const count = formatNumber(needing)
  if (moreGoals && needing === goals.length) return texts.reasons.atLeast(count)
  if (moreGoals) return texts.reasons.some(needing)
  if (goals.length === 1) return texts.reasons.one
  if (needing === goals.length) return texts.reasons.all(needing)
  return texts.reasons.someOf(needing, goals.length)
}

/** How many questions wait for the person, in one sentence; empty if none does. */
export function describeQuestions({ questions }: Pick<Brief, 'questions'>): string {
  return questions.length === 0 ? '' : texts.questions.waiting(questions.length)
}

/** How much is new, in one sentence; empty if nothing is. */
export function describeNews(count: number): string {
  if (count === 0) return ''
  return texts.reasons.news(count)
}
