import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { daysUntil, today } from '../../../presentation/time/format.ts'

/** How soon a goal is due. Each goal is in one group. */
export const dueGroups = [
  'overdue',
  'week',
  'month',
  'quarter',
  'later',
  'continuous',
  'unspecified',
  'ended',
] as const
export type DueGroup = (typeof dueGroups)[number]

/** @param now  Today: `2026-11-20`. */
export function dueGroup(
  { timeframe, status }: Pick<GoalSummary, 'timeframe' | 'status'>,
  now = today(),
): DueGroup {
  if (status === 'completed' || status === 'archived') return 'ended'
  if (timeframe.kind !== 'deadline') return timeframe.kind
  const days = daysUntil(timeframe.targetDate, now)
  if (days < 0) return 'overdue'
  return days <= 7 ? 'week' : days <= 30 ? 'month' : days <= 90 ? 'quarter' : 'later'
}
