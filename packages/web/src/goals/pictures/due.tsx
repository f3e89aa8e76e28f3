import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Infinity as InfinityIcon } from 'lucide-react'
import {
  daysUntil,
  formatDaysUntil,
  formatPlainDate,
  formatShortDate,
} from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { texts } from '../texts.ts'

const factClass = 'min-w-0 text-sm'
const calmClass = 'text-ink-faint'

/** Near dates in words, others as a date. */
export function Due({ goal: { timeframe, status, attention } }: { goal: GoalSummary }) {
  if (timeframe.kind === 'unspecified') return <span className="hidden xl:block" />
  if (timeframe.kind === 'continuous') {
    return (
      <span className={cn(factClass, calmClass, 'inline-flex items-center gap-1.5')}>
        <InfinityIcon className="size-4 shrink-0" aria-hidden="true" />
        {texts.continuous}
      </span>
    )
  }
  const days = daysUntil(timeframe.targetDate)
  const isOpen = status === 'active' || status === 'paused'
  const isOverdue = attention.includes('overdue')
  const isUrgent = isOverdue || attention.includes('due_soon')
  const day = formatPlainDate(timeframe.targetDate)
  return (
    <span
      title={isOpen && !isUrgent ? formatDaysUntil(days) : day}
      className={cn(
        factClass,
        'relative z-10 truncate',
        !isUrgent ? calmClass : isOverdue ? 'font-medium text-bad' : 'font-medium text-warn',
      )}
    >
      <span className={cn('xl:sr-only', !isUrgent && 'max-sm:sr-only')}>
        {isOverdue ? texts.dueWas : texts.dueOn}
      </span>
      {isUrgent ? (
        <>
          {formatDaysUntil(days)}
          <span className="sr-only"> ({day})</span>
        </>
      ) : (
        formatShortDate(timeframe.targetDate)
      )}
    </span>
  )
}
