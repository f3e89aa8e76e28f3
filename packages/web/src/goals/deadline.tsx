import type { Goal } from '@cairn/contract/schemas/goals'
import { CalendarClock, CalendarDays, Infinity as InfinityIcon } from 'lucide-react'
import { daysUntil, formatDaysUntil } from '../time/format.ts'
import { cn } from '../ui/cn.ts'
import { timeframeWords } from './words.ts'

/** A deadline is near from two weeks before. */
export const nearDays = 14

/** The timeframe of a goal; a deadline that is near or past says so, where somebody still works towards it. */
export function Timeframe({ goal }: { goal: Pick<Goal, 'timeframe' | 'status'> }) {
  const { timeframe, status } = goal
  if (timeframe.kind === 'unspecified') return null
  if (timeframe.kind === 'continuous') {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <InfinityIcon className="size-4 shrink-0" aria-hidden="true" />
        {timeframeWords(goal)}
      </span>
    )
  }
  const days = daysUntil(timeframe.targetDate)
  const isOpen = status === 'active' || status === 'paused'
  const isUrgent = isOpen && days <= nearDays
  const Icon = isUrgent ? CalendarClock : CalendarDays
  return (
    <span
      className={cn(
        'inline-flex flex-wrap items-center gap-x-1.5',
        isUrgent && 'font-medium',
        isUrgent && (days < 0 ? 'text-bad' : 'text-warn'),
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="whitespace-nowrap">{timeframeWords(goal)}</span>
      {isOpen && (
        <span className="whitespace-nowrap">
          ({days < 0 ? `overdue, ${formatDaysUntil(days)}` : formatDaysUntil(days)})
        </span>
      )}
    </span>
  )
}
