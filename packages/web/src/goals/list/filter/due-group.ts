import { parseDuePeriod } from '@cairn/contract/goals/due-period'
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

/** Whether a value of the filter is a period, and no group. */
export const isPeriod = (value: string) => parseDuePeriod(value) !== undefined

/**
 * The quarters to choose from, this one first, and this year: `2026-Q4`, `2027-Q1`, `2026`.
 * @param now  Today: `2026-11-20`.
 */
export function nearPeriods(now = today()): string[] {
  const [year = 0, month = 1] = now.split('-').map(Number)
  const quarter = Math.ceil(month / 3)
  const next = quarter === 4 ? `${year + 1}-Q1` : `${year}-Q${quarter + 1}`
  return [`${year}-Q${quarter}`, next, `${year}`]
}

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
