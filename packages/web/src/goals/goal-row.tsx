import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { LabelChip } from '../labels/label-chip.tsx'
import { Ago } from '../time/moment.tsx'
import { GoalState } from './badges.tsx'
import { Timeframe } from './deadline.tsx'
import { usePeople } from './people.ts'

const shownLabels = 4

type GoalRowProps = {
  goal: Goal | GoalSummary
  note?: ReactNode
  /** Pass false in a list of one person's goals. */
  hasOwner?: boolean
}

/** A goal in a list. The whole row is clickable, but the link's name is only the title. */
export function GoalRow({ goal, note, hasOwner = true }: GoalRowProps) {
  const { nameOf } = usePeople()
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
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-faint">
        {hasOwner && (
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <UserRound className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">Owner: </span>
            <span className="truncate">{nameOf(goal.ownerUserId)}</span>
          </span>
        )}
        <Timeframe goal={goal} />
        <span className="whitespace-nowrap">
          Changed <Ago time={goal.updatedAt} />
        </span>
        {note}
      </div>
      {goal.labels.length > 0 && (
        <ul aria-label="Labels" className="mt-2.5 flex flex-wrap gap-1.5">
          {goal.labels.slice(0, shownLabels).map((label) => (
            <li key={label.id} className="flex min-w-0">
              <LabelChip label={label} />
            </li>
          ))}
          {hidden > 0 && <li className="px-1 text-sm text-ink-faint">and {hidden} more</li>}
        </ul>
      )}
    </li>
  )
}
