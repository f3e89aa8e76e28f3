import type { Brief, BriefGoal } from '@cairn/contract'
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import { Link } from '@tanstack/react-router'
import { healthNames } from '../goals/data/display-names.ts'
import { Working } from '../goals/work/worker.tsx'
import { daysUntil, formatAgo, formatDaysUntil } from '../presentation/time/format.ts'
import { cn } from '../ui/cn.ts'
import { textLinkClass } from '../ui/front-page.tsx'
import { SectionTitle } from '../ui/page.tsx'
import { texts } from './texts.ts'

const dots: Record<GoalHealth, string> = {
  on_track: 'bg-good-fill',
  at_risk: 'bg-warn-fill',
  off_track: 'bg-bad-fill',
}

const shownOthers = 8

/** The person's goals that need nobody now, and what is due next. */
export function OtherGoals({ brief }: { brief: Brief }) {
  const all = brief.goals.filter(({ attention }) => attention.length === 0)
  const others = all.slice(0, shownOthers)
  const hasMore = brief.moreGoals || others.length < all.length
  if (others.length === 0 && !hasMore) return null
  return (
    <section aria-labelledby="others" className="space-y-4">
      <SectionTitle id="others">{texts.others.title}</SectionTitle>
      {others.length > 0 && (
        <ul
          className="divide-y divide-line rounded-xl border border-line bg-surface shadow-raised"
          aria-label={texts.others.list}
        >
          {others.map((goal) => (
            <OtherRow key={goal.id} goal={goal} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Link to="/goals" search={{ status: ['active'], ownerUserId: ['me'] }} className={textLinkClass}>
          {texts.others.all}
        </Link>
      )}
    </section>
  )
}

function OtherRow({ goal }: { goal: BriefGoal }) {
  const next = nextOf(goal)
  return (
    <li className="relative flex min-h-11 items-center gap-x-3 px-4 py-2 first:rounded-t-xl last:rounded-b-xl hover:bg-sunken sm:px-5">
      <span
        aria-hidden="true"
        className={cn('size-2.5 shrink-0 rounded-full', goal.health ? dots[goal.health] : 'bg-none-fill')}
      />
      <span className="sr-only">{goal.health ? healthNames[goal.health] : healthNames.none}:</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          data-row
          className="min-w-0 flex-1 basis-52 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="line-clamp-2 wrap-anywhere">
            <bdi>{goal.title}</bdi>
          </span>
        </Link>
        <Working claim={goal.claim} />
        {next && <span className="text-sm whitespace-nowrap text-ink-faint">{next}</span>}
      </div>
    </li>
  )
}

/** Returns the next due date: the goal's or a report's. */
function nextOf({ timeframe, nextReportDueAt }: BriefGoal): string | null {
  const due = timeframe.kind === 'deadline' ? timeframe.targetDate : null
  if (nextReportDueAt !== null && (due === null || nextReportDueAt < due)) {
    return texts.others.reportDue(formatAgo(nextReportDueAt))
  }
  return due === null ? null : texts.others.due(formatDaysUntil(daysUntil(due)))
}
