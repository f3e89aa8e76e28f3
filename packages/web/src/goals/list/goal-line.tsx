import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { Infinity as InfinityIcon, ListChecks, ListX } from 'lucide-react'
import { LabelDot } from '../../labels/label-chip.tsx'
import { daysUntil, formatDaysUntil, formatNumber, formatPlainDate } from '../../time/format.ts'
import { Ago } from '../../time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StateIcon } from '../badges.tsx'
import { Cairn } from '../cairn/cairn.tsx'
import { latestChangeOf } from '../latest-change.ts'
import { usePeople } from '../people.ts'

/** The columns of a laptop. Fixed widths, so that rows align although the browser lays them out one by one. */
const columns =
  'lg:grid lg:grid-cols-[1.25rem_minmax(0,1fr)_8rem_3.75rem_6.75rem_7.5rem_8.5rem] lg:items-center lg:gap-x-4 lg:px-4'

/** The names of the columns. Rows say the same to screen readers. */
export function ColumnNames() {
  return (
    <div
      aria-hidden="true"
      className={cn('hidden border-b border-line py-2 text-xs font-medium text-ink-faint', columns)}
    >
      <span className="col-start-2">Goal</span>
      <span>Owner</span>
      <span>Reports</span>
      <span>Progress</span>
      <span>Due</span>
      <span>Last report</span>
    </div>
  )
}

/** A goal in one line on a laptop, in two or three on a phone. All of it is clickable, but the link's name is only the title. */
export function GoalLine({ goal }: { goal: GoalSummary }) {
  const { lastReport, labels } = goal
  return (
    <li
      className={cn(
        'line-lazy relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-3.5 py-2.5 text-[0.9375rem] last:border-b-0 hover:bg-sunken lg:py-1.5',
        columns,
      )}
    >
      <StateIcon status={goal.status} health={goal.health} />
      <div className="-ml-1.5 flex min-w-0 flex-1 basis-3/4 items-baseline gap-x-2.5 lg:ml-0">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          className="min-w-0 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="line-clamp-2 lg:line-clamp-1">{goal.title}</span>
        </Link>
        {lastReport && (
          <span className="sr-only min-w-0 flex-1 basis-0 truncate text-sm text-ink-faint xl:not-sr-only">
            <span className="sr-only">Last report: </span>
            {lastReport.summary}
          </span>
        )}
        {labels.length > 0 && (
          <ul aria-label="Labels" className="flex shrink-0 gap-1 self-center">
            {labels.map(({ id, name, color }) => (
              <li key={id} title={name} className="relative z-10 flex">
                <LabelDot color={color} />
                <span className="sr-only">{name}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Owner userId={goal.ownerUserId} />
      <Cairn count={goal.revision - 1} recent={goal.recentHealth} />
      <Standing goal={goal} />
      <Due goal={goal} />
      <LastReport goal={goal} />
    </li>
  )
}

const factClass = 'min-w-0 text-sm text-ink-faint'

function Owner({ userId }: { userId: string | null }) {
  const { nameOf } = usePeople()
  return (
    <span className={cn(factClass, 'order-1 truncate lg:order-none')}>
      <span className="sr-only">Owner: </span>
      {nameOf(userId)}
    </span>
  )
}

/** The progress of the measures; without any, how many criteria are met. */
function Standing({ goal }: { goal: GoalSummary }) {
  const { progress, criteriaCount, criteriaMetCount, attention } = goal
  const isUrgent = attention.includes('criteria_not_met')
  const Icon = isUrgent ? ListX : ListChecks
  return (
    <span className={cn(factClass, 'flex items-center gap-2 empty:hidden lg:empty:flex')}>
      {progress !== null && <ProgressBar share={progress} />}
      {criteriaCount > 0 && (
        <span
          className={cn(
            progress === null ? 'inline-flex items-center gap-1.5' : 'sr-only',
            isUrgent && 'font-medium text-warn',
          )}
        >
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          <span aria-hidden="true" className="tabular-nums">
            {formatNumber(criteriaMetCount)}/{formatNumber(criteriaCount)}
          </span>
          <span className="sr-only">
            {formatNumber(criteriaMetCount)} of {formatNumber(criteriaCount)}{' '}
            {criteriaCount === 1 ? 'criterion' : 'criteria'} met
            {isUrgent && ' (at least one is judged not met)'}
          </span>
        </span>
      )}
    </span>
  )
}

/** Near dates in words, others as a date. */
function Due({ goal: { timeframe, status, attention } }: { goal: GoalSummary }) {
  if (timeframe.kind === 'unspecified') return <span className="hidden lg:block" />
  if (timeframe.kind === 'continuous') {
    return (
      <span className={cn(factClass, 'inline-flex items-center gap-1.5')}>
        <InfinityIcon className="size-4 shrink-0" aria-hidden="true" />
        Continuous
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
      title={isUrgent ? day : isOpen ? formatDaysUntil(days) : undefined}
      className={cn(
        factClass,
        'whitespace-nowrap',
        isUrgent && 'font-medium',
        isUrgent && (isOverdue ? 'text-bad' : 'text-warn'),
      )}
    >
      {isUrgent ? (
        <>
          {isOverdue ? 'Was due ' : 'Due '}
          {formatDaysUntil(days)}
          <span className="sr-only"> ({day})</span>
        </>
      ) : (
        <>
          <span className="sr-only">Due </span>
          {day}
        </>
      )}
    </span>
  )
}

/** When the last report was made, or the goal was published, and whether the next report is late. */
function LastReport({ goal }: { goal: GoalSummary }) {
  const { lastReport, createdAt, nextReportDueAt, attention } = goal
  const isLate = nextReportDueAt !== null && attention.includes('report_late')
  const latest = latestChangeOf(goal)
  return (
    <span className={cn(factClass, isLate && 'font-medium text-warn')}>
      {isLate ? (
        <>
          Report was due <Ago time={nextReportDueAt} />
        </>
      ) : (
        <>
          <span className={cn(lastReport && 'sr-only')}>{lastReport ? 'Reported ' : 'Published '}</span>
          <Ago time={lastReport?.createdAt ?? createdAt} />
        </>
      )}
      <span className="sr-only">
        {latest.kind === 'edited' && (
          <>
            , edited <Ago time={latest.at} />
          </>
        )}
        {nextReportDueAt !== null && !isLate && (
          <>
            . Report due <Ago time={nextReportDueAt} />
          </>
        )}
      </span>
    </span>
  )
}
