import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals'
import { Markdown } from '../../markdown/markdown.tsx'
import { Day } from '../../time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { HealthBadge, StatusBadge } from '../badges.tsx'
import { evaluationNames } from '../display-names.ts'
import { EvidenceList } from '../evidence/evidence-list.tsx'
import { Acknowledgements } from './acknowledgements.tsx'
import { Author, EntryTime } from './author.tsx'
import { Measurements, Verdicts } from './report-parts.tsx'

const dots = {
  on_track: 'bg-good-fill',
  at_risk: 'bg-warn-fill',
  off_track: 'bg-bad-fill',
}

/** Details with more characters are collapsed. */
const longDetails = 400

type ReportEntryProps = {
  goal: Goal
  update: GoalUpdate
  /** The status is shown only if it changed. */
  hasNewStatus: boolean
}

export function ReportEntry({ goal, update, hasNewStatus }: ReportEntryProps) {
  const { status, health, evaluation, summary, details, createdAt, revision, evidence } = update
  const isLong = details.length > longDetails || details.split('\n').length > 8
  // Without details of its own, a report has its summary as details.
  const hasDetails = revision > 1 && details.trim() !== summary.trim()
  return (
    <li id={`report-${revision}`} tabIndex={-1} className="relative rounded-lg pb-6 pl-9">
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1.5 left-1 size-3.5 rounded-full ring-4 ring-paper',
          health ? dots[health] : 'bg-none-fill',
        )}
      />
      <p className="font-medium">{summary}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-faint">
        <Author entry={update} />
        <EntryTime time={createdAt} />
        <span>Revision {revision}</span>
      </p>
      {(health || hasNewStatus || evaluation) && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {health && <HealthBadge health={health} />}
          {hasNewStatus && <StatusBadge status={status} />}
          {evaluation && (
            <span className="text-sm text-ink-soft">
              Evaluation: {evaluationNames[evaluation.result].toLowerCase()}, as of{' '}
              <Day time={evaluation.asOf} />
            </span>
          )}
        </p>
      )}
      <div className="mt-3 max-w-3xl space-y-3 text-[0.9375rem] text-ink-soft empty:hidden">
        <Measurements goal={goal} update={update} />
        <Verdicts goal={goal} update={update} />
        {hasDetails &&
          (isLong ? (
            <details>
              <summary className="w-fit rounded text-sm font-medium text-accent">Details</summary>
              <div className="mt-2">
                <Markdown text={details} />
              </div>
            </details>
          ) : (
            <Markdown text={details} />
          ))}
        <EvidenceList evidence={evidence} />
      </div>
      {revision > 1 && <Acknowledgements update={update} />}
    </li>
  )
}
