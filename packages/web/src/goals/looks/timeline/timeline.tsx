import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { formatMonth, formatPlainDate, formatShortDate, today } from '../../../presentation/time/format.ts'
import { cn } from '../../../ui/cn.ts'
import { StateIcon } from '../../pictures/badges.tsx'
import { placeOf, type Scale, scaleOf } from './scale.ts'
import { texts } from './texts.ts'

type Deadline = { goal: GoalSummary; start: string; end: string }

function deadlinesOf(goals: readonly GoalSummary[]): Deadline[] {
  return goals
    .flatMap((goal) =>
      goal.timeframe.kind === 'deadline'
        ? [{ goal, start: goal.createdAt.slice(0, 10), end: goal.timeframe.targetDate }]
        : [],
    )
    .toSorted((one, other) => one.end.localeCompare(other.end))
}

/** The scale of all goals of a page, so that the timelines of its groups can be compared. */
export function timelineScale(goals: readonly GoalSummary[], now = today()): Scale {
  return scaleOf([now, ...deadlinesOf(goals).flatMap(({ start, end }) => [start < end ? start : end, end])])
}

type TimelineProps = { name: string; goals: readonly GoalSummary[]; scale: Scale }

/** Goals from their publication to their target date, the next one first. Goals without a target date follow as a list. */
export function Timeline({ name, goals, scale }: TimelineProps) {
  const now = today()
  const deadlines = deadlinesOf(goals)
  const others = goals.filter(({ timeframe }) => timeframe.kind !== 'deadline')
  return (
    <div className="space-y-5">
      <div className="rounded-xl border border-line bg-surface shadow-raised">
        <div className="relative">
          <Axis scale={scale} now={now} />
          <ul aria-label={name} className="relative">
            {deadlines.map((deadline) => (
              <Row key={deadline.goal.id} deadline={deadline} scale={scale} now={now} />
            ))}
          </ul>
        </div>
        {deadlines.length === 0 && <p className="px-4 py-3 text-sm text-ink-soft">{texts.none}</p>}
      </div>
      {others.length > 0 && (
        <div className="space-y-2">
          <p aria-hidden="true" className="text-sm font-medium text-ink-faint">
            {texts.noDate}
          </p>
          <ul
            aria-label={`${name}: ${texts.noDate}`}
            className="grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3"
          >
            {others.map((goal) => (
              <li key={goal.id} className="flex min-h-9 min-w-0 items-center gap-2.5">
                <StateIcon status={goal.status} health={goal.health} />
                <GoalLink goal={goal} className="truncate hover:underline" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The columns: titles, and days. On a phone, the days are below the title. */
const columns =
  'sm:grid sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-x-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The names of months, and a line for today. Rows say their dates to screen readers. */
function Axis({ scale, now }: { scale: Scale; now: string }) {
  return (
    <div aria-hidden="true" className={cn('border-b border-line px-4', columns)}>
      <span className="max-sm:hidden" />
      <div className="relative h-9 text-xs text-ink-faint">
        {scale.ticks.map((tick, index) => (
          <span
            key={tick}
            className={cn('absolute inset-y-0 flex items-center pl-1.5', index % 3 > 0 && 'max-lg:hidden')}
            style={{ left: percent(placeOf(tick, scale)) }}
          >
            <span className="absolute bottom-0 left-0 h-1.5 w-px bg-line-strong" />
            {formatMonth(tick)}
          </span>
        ))}
        <span
          className="absolute bottom-0 size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-accent"
          style={{ left: percent(placeOf(now, scale)) }}
          title={texts.today}
        />
      </div>
    </div>
  )
}

const fills: Record<GoalHealth | 'none', string> = {
  on_track: 'bg-good-fill',
  at_risk: 'bg-warn-fill',
  off_track: 'bg-bad-fill',
  none: 'bg-none-fill',
}

function Row({
  deadline: { goal, start, end },
  scale,
  now,
}: {
  deadline: Deadline
  scale: Scale
  now: string
}) {
  const isOverdue = goal.attention.includes('overdue')
  const from = placeOf(start < end ? start : end, scale)
  const to = placeOf(end, scale)
  const date = formatPlainDate(end)
  return (
    <li
      className={cn(
        'group/row line-lazy-27 relative min-h-11 items-center border-b border-line px-4 py-2 last:border-b-0 hover:bg-sunken',
        columns,
      )}
    >
      <span className="flex min-w-0 items-center gap-2.5 text-[0.9375rem]">
        <StateIcon status={goal.status} health={goal.health} />
        <GoalLink
          goal={goal}
          className="min-w-0 truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        />
        <span className="sr-only">{isOverdue ? texts.overdue(date) : texts.due(date)}</span>
      </span>
      <span aria-hidden="true" className="relative block h-6">
        <span className="absolute inset-y-0 w-px bg-accent" style={{ left: percent(placeOf(now, scale)) }} />
        <span
          className={cn('absolute top-2 h-2 min-w-1 rounded-full', fills[goal.health ?? 'none'])}
          style={{ left: percent(from), width: percent(to - from) }}
        />
        {isOverdue && (
          <span
            className="absolute top-[0.6875rem] h-0.5 bg-bad"
            style={{ left: percent(to), width: percent(placeOf(now, scale) - to) }}
          />
        )}
        <span
          title={date}
          className={cn(
            'absolute top-0.5 z-10 text-xs whitespace-nowrap tabular-nums',
            isOverdue ? 'font-medium text-bad' : 'text-ink-faint',
            // The date is where there is room.
            to > 0.8 ? '-translate-x-full pr-2' : 'pl-2',
          )}
          style={{ left: percent(to > 0.8 ? from : isOverdue ? placeOf(now, scale) : to) }}
        >
          {/* Above the line of today. */}
          <span className="bg-surface group-hover/row:bg-sunken">{formatShortDate(end)}</span>
        </span>
      </span>
    </li>
  )
}

function GoalLink({ goal, className }: { goal: GoalSummary; className: string }) {
  return (
    <Link to="/goals/$goalId" params={{ goalId: goal.id }} data-row title={goal.title} className={className}>
      {goal.title}
    </Link>
  )
}
