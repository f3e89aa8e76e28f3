import type { Brief, BriefGoal } from '@cairn/contract'
import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import { Link } from '@tanstack/react-router'
import {
  BellRing,
  CalendarClock,
  CalendarX2,
  CircleCheckBig,
  CircleX,
  Coins,
  ListX,
  type LucideIcon,
  MessageCircleQuestion,
  TriangleAlert,
  Unplug,
  UserRoundCheck,
} from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { ReportButton } from '../goals/list/report/report-button.tsx'
import { hasStones, StonesOfGoal } from '../goals/pictures/cairn/stones-of-goal.tsx'
import { Working } from '../goals/work/worker.tsx'
import { fill } from '../language/fill.tsx'
import { Ago } from '../presentation/time/moment.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { SectionTitle } from '../ui/page.tsx'
import { Empty } from '../ui/states/empty.tsx'
import { ProgressBar } from '../ui/states/progress-bar.tsx'
import { reasonsOf } from './reasons.ts'
import { texts } from './texts.ts'

const ManyReportsDialog = lazy(async () => ({
  default: (await import('../goals/list/report/many-reports-dialog.tsx')).ManyReportsDialog,
}))

const bad = 'text-bad'
const warn = 'text-warn'

const looks: Record<AttentionReason, { icon: LucideIcon; look: string; edge: string }> = {
  question_open: { icon: MessageCircleQuestion, look: bad, edge: 'before:bg-bad-fill' },
  overdue: { icon: CalendarX2, look: bad, edge: 'before:bg-bad-fill' },
  report_late: { icon: BellRing, look: warn, edge: 'before:bg-warn-fill' },
  off_track: { icon: CircleX, look: bad, edge: 'before:bg-bad-fill' },
  claim_expired: { icon: Unplug, look: warn, edge: 'before:bg-warn-fill' },
  review_requested: { icon: UserRoundCheck, look: warn, edge: 'before:bg-warn-fill' },
  budget_used: { icon: Coins, look: warn, edge: 'before:bg-warn-fill' },
  at_risk: { icon: TriangleAlert, look: warn, edge: 'before:bg-warn-fill' },
  due_soon: { icon: CalendarClock, look: warn, edge: 'before:bg-warn-fill' },
  criteria_not_met: { icon: ListX, look: warn, edge: 'before:bg-warn-fill' },
}

/** More would hide what changed on a phone. */
const shownAtFirst = 5

/** The goals that need the person, most pressing first, and why. */
export function Needs({ brief }: { brief: Brief }) {
  const needing = brief.goals.filter(({ attention }) => attention.length > 0)
  return (
    <>
      <SectionTitle id="needs">{texts.needs.title}</SectionTitle>
      {brief.goals.length === 0 && (
        <Empty
          title={texts.needs.none}
          actions={
            <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
              {texts.needs.publish}
            </Link>
          }
        >
          {texts.needs.noneText}
        </Empty>
      )}
      {brief.goals.length > 0 && needing.length === 0 && (
        <p className="flex items-center gap-3 rounded-xl border border-line bg-surface px-5 py-4 shadow-raised">
          <CircleCheckBig className="size-5 shrink-0 text-good" aria-hidden="true" />
          {texts.needs.nothing}
        </p>
      )}
      {needing.length > 0 && <NeedList goals={needing} />}
    </>
  )
}

function NeedList({ goals }: { goals: BriefGoal[] }) {
  const [isWhole, setWhole] = useState(false)
  const [reported, setReported] = useState<BriefGoal>()
  const list = useRef<HTMLUListElement>(null)
  // The button is gone afterwards, so the focus moves to the first goal that appeared.
  useLayoutEffect(() => {
    if (isWhole) list.current?.children[shownAtFirst]?.querySelector('a')?.focus({ preventScroll: true })
  }, [isWhole])
  // Nobody has to press a button for one more.
  const shown = isWhole || goals.length === shownAtFirst + 1 ? goals : goals.slice(0, shownAtFirst)
  return (
    <>
      <ul
        ref={list}
        className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface shadow-raised"
        aria-label={texts.needs.list}
      >
        {shown.map((goal) => (
          <NeedRow key={goal.id} goal={goal} onReport={setReported} />
        ))}
      </ul>
      {reported && (
        <Suspense>
          <ManyReportsDialog goals={[reported]} onClose={() => setReported(undefined)} />
        </Suspense>
      )}
      {shown.length < goals.length && (
        <Button onClick={() => setWhole(true)}>{texts.needs.more(goals.length - shown.length)}</Button>
      )}
    </>
  )
}

type NeedRowProps = { goal: BriefGoal; onReport: (goal: BriefGoal) => void }

/** A goal that needs the person: its title, the reason, and its last report. The whole row is clickable, but the link's name is only the title. */
function NeedRow({ goal, onReport }: NeedRowProps) {
  const { lastReport, progress } = goal
  const reasons = reasonsOf(goal)
  const [first] = reasons
  return (
    <li
      className={cn(
        'group/line relative flex items-center gap-x-5 py-3 pr-4 pl-5 hover:bg-sunken sm:pr-5 lg:pr-13',
        'before:absolute before:inset-y-0 before:left-0 before:w-1',
        first && looks[first.reason].edge,
      )}
    >
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
          <Link
            to="/goals/$goalId"
            params={{ goalId: goal.id }}
            data-row
            className="max-w-full min-w-0 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="line-clamp-2 wrap-anywhere">
              <bdi>{goal.title}</bdi>
            </span>
          </Link>
          <Working claim={goal.claim} />
          <ul className="flex flex-wrap gap-x-3.5 gap-y-1" aria-label={texts.needs.why}>
            {reasons.map(({ reason, text }) => (
              <Why key={reason} reason={reason} text={text} />
            ))}
          </ul>
        </div>
        <p className="flex gap-x-2.5 text-sm text-ink-faint max-sm:flex-wrap">
          {lastReport && (
            <span className="line-clamp-2 min-w-0 text-ink-soft wrap-anywhere sm:line-clamp-1">
              <span className="sr-only">{texts.needs.lastReport}</span>
              <bdi>{lastReport.summary}</bdi>
            </span>
          )}
          <span className="sm:shrink-0">
            {fill(lastReport ? texts.needs.reported : texts.needs.published, {
              ago: <Ago time={lastReport?.createdAt ?? goal.createdAt} />,
            })}
          </span>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5 text-sm text-ink-faint max-sm:hidden">
        {hasStones(goal) && <StonesOfGoal goal={goal} />}
        {progress !== null && <ProgressBar share={progress} />}
      </div>
      <ReportButton goal={goal} onReport={onReport} />
    </li>
  )
}

function Why({ reason, text }: { reason: AttentionReason; text: string }) {
  const { icon: Icon, look } = looks[reason]
  return (
    <li className={cn('inline-flex items-center gap-1.5 text-sm font-medium', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </li>
  )
}
