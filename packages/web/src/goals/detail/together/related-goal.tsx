import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StateIcon, StatusIcon } from '../../pictures/badges.tsx'

type GoalLinesProps = { label: string; children: ReactNode }

export function GoalLines({ label, children }: GoalLinesProps) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface"
    >
      {children}
    </ul>
  )
}

type GoalLineProps = {
  /** The health is absent where only the status is known. */
  goal: { id: string; title: string; status: GoalStatus; health?: GoalHealth | null }
  /** Facts at the end of the line. */
  children?: ReactNode
  /** A control at the end, which the link does not cover. */
  action?: ReactNode
}

/** Another goal on the page of one. All of the line is its link. */
export function RelatedGoal({ goal, children, action }: GoalLineProps) {
  return (
    <li className="relative flex min-h-11 items-center gap-x-2.5 py-1.5 pr-2 pl-3.5 hover:bg-sunken">
      {goal.health === undefined ? (
        <StatusIcon status={goal.status} />
      ) : (
        <StateIcon status={goal.status} health={goal.health} />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          data-row
          className="min-w-0 flex-1 basis-36 py-0.5 text-[0.9375rem] font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <bdi className="line-clamp-2 wrap-anywhere">{goal.title}</bdi>
        </Link>
        {children}
      </div>
      {action && <span className="relative z-10 flex shrink-0">{action}</span>}
    </li>
  )
}
