import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { BellRing, ListChecks, ListX, UserRound } from 'lucide-react'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { ProgressBar } from '../../ui/states/progress-bar.tsx'
import { latestChangeOf } from '../data/latest-change.ts'
import { usePeople } from '../data/people.ts'
import { LabelChip } from '../labels/label-chip.tsx'
import { texts } from '../list/texts.ts'
import { MatchLine } from '../match/match-line.tsx'
import { Working } from '../work/worker.tsx'
import { GoalState } from './badges.tsx'
import { hasStones, StonesOfGoal } from './cairn/stones-of-goal.tsx'
import { Timeframe } from './deadline.tsx'
import { PersonAvatar } from './person-avatar.tsx'

const shownLabels = 4

type GoalRowProps = {
  goal: GoalSummary
  /** The search that found it. */
  q: string | undefined
}

/** A goal in a list. The whole row is clickable, but the link's name is only the title. */
export function GoalRow({ goal, q }: GoalRowProps) {
  const hidden = goal.labels.length - shownLabels
  return (
    <li className="row-lazy relative rounded-xl border border-line bg-surface px-4 py-4 shadow-raised transition-colors hover:border-line-strong sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          className="min-w-0 flex-1 basis-60 font-medium after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="line-clamp-3">{goal.title}</span>
        </Link>
        <GoalState status={goal.status} health={goal.health} />
      </div>
      {goal.lastReport && (
        <p className="mt-1 line-clamp-2 max-w-prose text-[0.9375rem] text-ink-soft">
          <span className="sr-only">{texts.line.lastReport}</span>
          {goal.lastReport.summary}
        </p>
      )}
      {q !== undefined && (
        <MatchLine match={goal.match} q={q} className="mt-1 line-clamp-2 max-w-prose print:line-clamp-none" />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-faint">
        <Working claim={goal.claim} />
        {hasStones(goal) && <StonesOfGoal goal={goal} />}
        {goal.progress !== null && <ProgressBar share={goal.progress} />}
        {goal.criteriaCount > 0 && <CriteriaMet goal={goal} />}
        <Owner userId={goal.ownerUserId} />
        <Timeframe goal={goal} />
        {goal.nextReportDueAt !== null && (
          <NextReport dueAt={goal.nextReportDueAt} isLate={goal.attention.includes('report_late')} />
        )}
        <Changed goal={goal} />
      </div>
      {goal.labels.length > 0 && (
        <ul aria-label={texts.line.labels} className="mt-2.5 flex flex-wrap gap-1.5">
          {goal.labels.slice(0, shownLabels).map((label) => (
            <li key={label.id} className="flex min-w-0">
              <LabelChip label={label} />
            </li>
          ))}
          {hidden > 0 && <li className="px-1 text-sm text-ink-faint">{texts.card.more(hidden)}</li>}
        </ul>
      )}
    </li>
  )
}

const factClass = 'inline-flex min-w-0 items-center gap-1.5'
const urgentClass = 'font-medium text-warn'

function Owner({ userId }: { userId: string | null }) {
  const { nameOf } = usePeople()
  return (
    <span className={factClass}>
      {userId === null ? (
        <UserRound className="size-4 shrink-0" aria-hidden="true" />
      ) : (
        <PersonAvatar userId={userId} />
      )}
      <span className="sr-only">{texts.line.owner}</span>
      <span className="wrap-anywhere">{nameOf(userId)}</span>
    </span>
  )
}

function CriteriaMet({ goal }: { goal: GoalSummary }) {
  const { criteriaCount, criteriaMetCount, attention } = goal
  const isUrgent = attention.includes('criteria_not_met')
  const Icon = isUrgent ? ListX : ListChecks
  return (
    <span className={cn(factClass, isUrgent && urgentClass)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span>
        {texts.line.criteriaMet(criteriaMetCount, criteriaCount)}
        {isUrgent && <span className="sr-only">{texts.line.isJudgedNotMet}</span>}
      </span>
    </span>
  )
}

function NextReport({ dueAt, isLate }: { dueAt: string; isLate: boolean }) {
  return (
    <span className={cn(factClass, isLate && urgentClass)}>
      <BellRing className="size-4 shrink-0" aria-hidden="true" />
      <span>
        {fill(isLate ? texts.line.reportWasDue : texts.card.reportDue, { ago: <Ago time={dueAt} /> })}
      </span>
    </span>
  )
}

/** The last report, or the publication, and an edit after it. */
function Changed({ goal }: { goal: GoalSummary }) {
  const { lastReport, createdAt } = goal
  const latest = latestChangeOf(goal)
  const { line } = texts
  return (
    <span>
      {!lastReport && line.neverReported}
      {fill(lastReport ? line.reported : line.published, {
        ago: <Ago time={lastReport?.createdAt ?? createdAt} />,
      })}
      {latest.kind === 'edited' && fill(line.edited, { ago: <Ago time={latest.at} /> })}
    </span>
  )
}
