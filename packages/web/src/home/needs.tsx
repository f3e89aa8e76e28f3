import type { Brief, BriefGoal } from '@cairn/contract'
import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import { Link } from '@tanstack/react-router'
import {
  BellRing,
  CalendarClock,
  CalendarX2,
  CircleCheckBig,
  CircleX,
  ListX,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { fill } from '../language/fill.tsx'
import { Ago } from '../time/moment.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Empty } from '../ui/empty.tsx'
import { SectionTitle } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { reasonsOf } from './reasons.ts'
import { texts } from './texts.ts'

const bad = 'bg-bad-soft text-bad'
const warn = 'bg-warn-soft text-warn'

const looks: Record<AttentionReason, { icon: LucideIcon; look: string; edge: string }> = {
  overdue: { icon: CalendarX2, look: bad, edge: 'before:bg-bad-fill' },
  report_late: { icon: BellRing, look: warn, edge: 'before:bg-warn-fill' },
  off_track: { icon: CircleX, look: bad, edge: 'before:bg-bad-fill' },
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
  const list = useRef<HTMLUListElement>(null)
  // The button is gone afterwards, so the focus moves to the first goal that appeared.
  useLayoutEffect(() => {
    if (isWhole) list.current?.children[shownAtFirst]?.querySelector('a')?.focus({ preventScroll: true })
  }, [isWhole])
  // Nobody has to press a button for one more.
  const shown = isWhole || goals.length === shownAtFirst + 1 ? goals : goals.slice(0, shownAtFirst)
  return (
    <>
      <ul ref={list} className="space-y-3" aria-label={texts.needs.list}>
        {shown.map((goal) => (
          <NeedRow key={goal.id} goal={goal} />
        ))}
      </ul>
      {shown.length < goals.length && (
        <Button onClick={() => setWhole(true)}>{texts.needs.more(goals.length - shown.length)}</Button>
      )}
    </>
  )
}

/** The whole row is clickable, but the link's name is only the title. */
function NeedRow({ goal }: { goal: BriefGoal }) {
  const { lastReport, progress } = goal
  const reasons = reasonsOf(goal)
  const [first] = reasons
  return (
    <li
      className={cn(
        'relative overflow-hidden rounded-xl border border-line bg-surface py-4 pr-4 pl-5 shadow-raised transition-colors hover:border-line-strong sm:pr-5 sm:pl-6',
        'before:absolute before:inset-y-0 before:left-0 before:w-1',
        first && looks[first.reason].edge,
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          className="min-w-0 flex-1 basis-60 font-medium after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="line-clamp-2 wrap-anywhere">
            <bdi>{goal.title}</bdi>
          </span>
        </Link>
        {progress !== null && (
          <span className="pt-0.5 text-sm text-ink-faint">
            <ProgressBar share={progress} />
          </span>
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-1.5" aria-label={texts.needs.why}>
        {reasons.map(({ reason, text }) => (
          <Why key={reason} reason={reason} text={text} />
        ))}
      </ul>
      {lastReport && (
        <p className="mt-2.5 line-clamp-2 max-w-prose text-[0.9375rem] wrap-anywhere text-ink-soft">
          <span className="sr-only">{texts.needs.lastReport}</span>
          <bdi>{lastReport.summary}</bdi>
        </p>
      )}
      <p className="mt-1.5 text-sm text-ink-faint">
        {fill(lastReport ? texts.needs.reported : texts.needs.published, {
          ago: <Ago time={lastReport?.createdAt ?? goal.createdAt} />,
        })}
      </p>
    </li>
  )
}

function Why({ reason, text }: { reason: AttentionReason; text: string }) {
  const { icon: Icon, look } = looks[reason]
  return (
    <li
      className={cn('inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium', look)}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </li>
  )
}
