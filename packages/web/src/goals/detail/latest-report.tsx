import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { fill } from '../../language/fill.tsx'
import { cn } from '../../ui/cn.ts'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { healthNames } from '../data/display-names.ts'
import { goalHistoryQuery } from '../data/queries.ts'
import { EvidenceList } from '../evidence/evidence-list.tsx'
import { Author, EntryTime } from '../history/author.tsx'
import { spansOf } from '../history/health-over-time.ts'
import { Measurements, Verdicts } from '../history/report-parts.tsx'
import { GoalState, healthFills } from '../pictures/badges.tsx'
import { GoalCairn } from '../pictures/cairn/goal-cairn.tsx'
import { texts } from './texts.ts'

type LatestReportProps = {
  goal: Goal
  onRevealReport: (revision: number) => void
  /** The form for a short report, or the button that opens it. */
  children: ReactNode
}

/** The goal's state in the words of its latest report: the first thing that somebody reads on the page. */
export function LatestReport({ goal, onRevealReport, children }: LatestReportProps) {
  const organization = useActiveOrganization()
  const { data, error } = useQuery(goalHistoryQuery(organization.id, goal.id))
  const update = goal.revision > 1 ? data?.updates.at(-1) : undefined
  const spans = spansOf(data?.updates ?? [], 0).slice(-2)
  const [before, now] = spans
  const isChanged = goal.revision > 2 && before && now && before.health !== now.health && now.health !== null
  return (
    <section
      aria-labelledby="latest"
      className="relative overflow-hidden rounded-2xl border border-line bg-surface py-5 pr-5 pl-6 shadow-raised sm:py-6 sm:pr-6 sm:pl-8"
    >
      {/* The shape of the badge and its word say the same as the color. */}
      <span
        aria-hidden="true"
        className={cn('absolute inset-y-0 left-0 w-1.5', healthFills[goal.health ?? 'none'])}
      />
      <h2 id="latest" className="sr-only">
        {texts.latest}
      </h2>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72 space-y-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <GoalState status={goal.status} health={goal.health} isLarge />
            {isChanged && before.health && (
              <span className="text-sm text-ink-faint">{texts.before(healthNames[before.health])}</span>
            )}
          </p>
          {update && <Words update={update} />}
          {goal.revision === 1 && (
            <div className="space-y-1">
              <p className="font-serif text-xl font-semibold">{texts.none.title}</p>
              <p className="max-w-prose text-ink-soft">{texts.none.text}</p>
            </div>
          )}
          {goal.revision > 1 && !data && !error && <TextSkeleton />}
        </div>
        <GoalCairn goal={goal} onRevealReport={onRevealReport} />
      </div>
      {update && (
        <div className="mt-4 max-w-3xl space-y-3 text-[0.9375rem] text-ink-soft">
          <Measurements goal={goal} update={update} />
          <Verdicts goal={goal} update={update} isShort />
          <EvidenceList evidence={update.evidence} />
          <p className="text-sm">
            <button
              type="button"
              className="min-h-6 rounded font-medium text-accent underline underline-offset-2"
              onClick={() => onRevealReport(update.revision)}
            >
              {texts.wholeReport}
            </button>
          </p>
        </div>
      )}
      {children && <div className="mt-5 border-t border-line pt-4 empty:hidden">{children}</div>}
    </section>
  )
}

function Words({ update }: { update: GoalUpdate }) {
  return (
    <>
      <p className="max-w-3xl font-serif text-2xl leading-snug text-balance sm:text-[1.75rem]">
        {update.summary}
      </p>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-faint">
        {fill(texts.written, {
          author: <Author entry={update} />,
          ago: <EntryTime time={update.createdAt} />,
        })}
      </p>
    </>
  )
}
