import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { dayMilliseconds } from '../../presentation/time/format.ts'

/** The reasons for which a goal is in the queue, in the order in which people work through it. */
export const queueReasons = ['unread', 'late', 'unowned', 'worsened', 'to_review', 'other'] as const
export type QueueReason = (typeof queueReasons)[number]

/** A goal of a brief, or of a list. */
export type QueuedGoal = Pick<
  GoalSummary,
  | 'id'
  | 'version'
  | 'title'
  | 'ownerUserId'
  | 'attention'
  | 'timeframe'
  | 'nextReportDueAt'
  | 'criteriaCount'
  | 'criteriaMetCount'
  | 'criteriaConfirmedCount'
  | 'recentHealth'
  | 'lastReport'
>

export type QueueItem = { goal: QueuedGoal; reasons: QueueReason[] }

/** Reports that are older were for another review. */
export const freshDays = 14

/** Whether the last report of a goal is recent, and by somebody else: then the reader may not have read it. */
export function hasFreshReport({ lastReport }: QueuedGoal, reader: string, now = Date.now()): boolean {
  if (!lastReport || lastReport.authorityUserId === reader) return false
  return now - Date.parse(lastReport.createdAt) < freshDays * dayMilliseconds
}

/** The goals of a review, in the order of their first reason. Goals that need nobody are left out. */
export function queueOf(goals: readonly QueuedGoal[], isUnread: (goal: QueuedGoal) => boolean): QueueItem[] {
  return goals
    .map((goal) => ({ goal, reasons: reasonsOf(goal, isUnread(goal)) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ reasons: [first = 'other'] }: QueueItem): number {
  return queueReasons.indexOf(first)
}

const late = new Set(['overdue', 'report_late'])

function reasonsOf(goal: QueuedGoal, isUnread: boolean): QueueReason[] {
  const { attention, ownerUserId } = goal
  const has: Record<QueueReason, boolean> = {
    unread: isUnread,
    late: attention.some((reason) => late.has(reason)),
    unowned: ownerUserId === null,
    worsened: isWorse(goal),
    to_review: attention.includes('review_requested'),
    other: attention.some((reason) => !late.has(reason) && reason !== 'review_requested'),
  }
  return queueReasons.filter((reason) => has[reason])
}

const ranks: Record<GoalHealth, number> = { on_track: 0, at_risk: 1, off_track: 2 }

/** Whether the last report rated the health lower than the one before. */
export function isWorse({ recentHealth }: Pick<QueuedGoal, 'recentHealth'>): boolean {
  const [before, now] = recentHealth.slice(-2)
  if (!before || !now) return false
  return ranks[now] > ranks[before]
}
