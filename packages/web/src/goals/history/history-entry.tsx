import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { Bot } from 'lucide-react'
import { Markdown } from '../../markdown/markdown.tsx'
import { dayMilliseconds } from '../../time/format.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { HealthBadge, StatusBadge } from '../badges.tsx'
import { evaluationNames } from '../display-names.ts'
import { usePeople } from '../people.ts'

const dots = {
  on_track: 'bg-good-fill',
  at_risk: 'bg-warn-fill',
  off_track: 'bg-bad-fill',
}

/** Recent entries show "3 days ago" instead of a date. */
const recentDays = 7

/** Details with more characters are collapsed. */
const longDetails = 400

type HistoryEntryProps = {
  update: GoalUpdate
  /** The status is shown only if it changed. */
  hasNewStatus: boolean
}

export function HistoryEntry({ update, hasNewStatus }: HistoryEntryProps) {
  const { status, health, evaluation, summary, details, createdAt, revision } = update
  const isRecent = Date.now() - Date.parse(createdAt) < recentDays * dayMilliseconds
  const isLong = details.length > longDetails || details.split('\n').length > 8
  return (
    <li tabIndex={-1} className="relative rounded-lg pb-6 pl-9">
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1.5 left-1 size-3.5 rounded-full ring-4 ring-paper',
          health ? dots[health] : 'bg-none-fill',
        )}
      />
      <p className="font-medium">{summary}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-faint">
        <Reporter update={update} />
        {isRecent ? <Ago time={createdAt} /> : <Day time={createdAt} />}
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
      {revision > 1 && (
        <div className="mt-3 max-w-3xl text-[0.9375rem] text-ink-soft">
          {isLong ? (
            <details>
              <summary className="rounded text-sm font-medium text-accent">Details</summary>
              <div className="mt-2">
                <Markdown text={details} />
              </div>
            </details>
          ) : (
            <Markdown text={details} />
          )}
        </div>
      )}
    </li>
  )
}

/** The person who reported, or the program and the owner of its token. */
function Reporter({ update }: { update: GoalUpdate }) {
  const { nameOf } = usePeople()
  const name = nameOf(update.authorityUserId)
  if (update.actor.kind === 'user') return <span className="text-ink-soft">{name}</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-soft">
      <Bot className="size-4" aria-hidden="true" />
      {update.clientInfo?.name ?? 'A program'} (API token of {name})
    </span>
  )
}
