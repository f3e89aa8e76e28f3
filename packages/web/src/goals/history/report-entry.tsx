import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { lazy, Suspense } from 'react'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../app/page-states.tsx'
import { fill } from '../../language/fill.tsx'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { Day } from '../../presentation/time/moment.tsx'
import { evaluationNames, healthNames } from '../data/display-names.ts'
import { EvidenceList } from '../evidence/evidence-list.tsx'
import { HealthBadge } from '../pictures/badges.tsx'
import { Stone } from '../pictures/cairn/stone.tsx'
import { ReportedWork } from '../work/reported-work.tsx'
import { Acknowledgements } from './acknowledgements.tsx'
import { Author, EntryTime } from './author.tsx'
import { Measurements, Verdicts } from './report-parts.tsx'
import { deedOf } from './story.ts'
import type { ReportItem } from './stream.ts'
import { texts } from './texts.ts'

const ReportComments = lazy(
  whenOnline(async () => ({
    default: (await import('../conversation/report-comments.tsx')).ReportComments,
  })),
)

/** In the units of its drawing. */
const stonePlace = { x: 12, y: 8, width: 20, height: 12 }

/** Details with more characters are collapsed. */
const longDetails = 400

type ReportEntryProps = { goal: Goal; item: ReportItem }

/** A report: what it says, then what it did to the goal, by whom and when. */
export function ReportEntry({ goal, item }: ReportEntryProps) {
  const { update, before } = item
  const { health, evaluation, summary, details, createdAt, revision, evidence } = update
  const isLong = details.length > longDetails || details.split('\n').length > 8
  // Without details of its own, a report has its summary as details.
  const hasDetails = revision > 1 && details.trim() !== summary.trim()
  const deed = deedOf(item)
  return (
    <li id={`report-${revision}`} data-entry tabIndex={-1} className="relative rounded-lg pb-7 pl-9">
      {/* The stone of the cairn, at which the report is told. */}
      <svg
        viewBox="0 0 24 16"
        aria-hidden="true"
        className="absolute top-0.5 left-0 h-5 w-6 bg-paper [overflow:visible]"
      >
        <Stone place={stonePlace} kind={health ?? before?.health ?? 'none'} seed={revision - 1} />
      </svg>
      <p className="font-medium">{revision === 1 ? texts.published : summary}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-faint">
        <span className="min-w-0">
          {fill(texts.deeds[deed], {
            author: <Author entry={update} />,
            from: before?.health && texts.within(healthNames[before.health]),
            to: <HealthBadge health={health} />,
          })}
        </span>
        {health && deed === 'resumed' && <HealthBadge health={health} />}
        <EntryTime time={createdAt} />
        <span>{texts.revision(revision)}</span>
      </p>
      {evaluation && (
        <p className="mt-2 text-sm text-ink-soft">
          {fill(texts.evaluation(evaluationNames[evaluation.result]), {
            date: <Day time={evaluation.asOf} />,
          })}
        </p>
      )}
      <div className="mt-3 max-w-3xl space-y-3 text-[0.9375rem] text-ink-soft empty:hidden">
        <Measurements goal={goal} update={update} />
        <Verdicts goal={goal} update={update} />
        {hasDetails &&
          (isLong ? (
            <details>
              <summary className="w-fit rounded text-sm font-medium text-accent">{texts.details}</summary>
              <div className="mt-2">
                <Markdown text={details} />
              </div>
            </details>
          ) : (
            <Markdown text={details} />
          ))}
        <EvidenceList evidence={evidence} />
        <ReportedWork update={update} />
      </div>
      {revision > 1 && <Acknowledgements goal={goal} update={update} />}
      <FailureBoundary fallback={null}>
        <Suspense fallback={null}>
          <ReportComments goalId={goal.id} revision={revision} />
        </Suspense>
      </FailureBoundary>
    </li>
  )
}
