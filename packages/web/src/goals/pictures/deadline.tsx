import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { CalendarClock, CalendarDays, Infinity as InfinityIcon } from 'lucide-react'
import { daysUntil, formatDaysUntil } from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { describeTimeframe } from '../data/display-names.ts'
import { texts } from '../texts.ts'

type TimeframeProps = {
  goal: Pick<Goal, 'timeframe' | 'status' | 'attention'>
  /** Pass false if an icon is already there. */
  hasIcon?: boolean
}

/** The timeframe of a goal. A deadline that needs attention stands out. */
export function Timeframe({ goal, hasIcon = true }: TimeframeProps) {
  const { timeframe, status, attention } = goal
  if (timeframe.kind === 'unspecified') return null
  if (timeframe.kind === 'continuous') {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        {hasIcon && <InfinityIcon className="size-4 shrink-0" aria-hidden="true" />}
        {describeTimeframe(goal)}
      </span>
    )
  }
  const days = daysUntil(timeframe.targetDate)
  const isOpen = status === 'active' || status === 'paused'
  const isOverdue = attention.includes('overdue')
  const isUrgent = isOverdue || attention.includes('due_soon')
  const Icon = isUrgent ? CalendarClock : CalendarDays
  return (
    <span
      className={cn(
        'inline-flex flex-wrap items-center gap-x-1.5',
        isUrgent && 'font-medium',
        isUrgent && (isOverdue ? 'text-bad' : 'text-warn'),
      )}
    >
      {hasIcon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      <span className="whitespace-nowrap">{describeTimeframe(goal)}</span>
      {isOpen && (
        <span className="whitespace-nowrap">
          {days < 0 ? texts.wasDue(formatDaysUntil(days)) : texts.inDays(formatDaysUntil(days))}
        </span>
      )}
    </span>
  )
}
