import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../goals/badges.tsx'
import { type LatestChange, latestChangeOf } from '../goals/latest-change.ts'
import { Ago } from '../time/moment.tsx'

const words: Record<LatestChange['kind'], string> = {
  published: 'Published',
  reported: 'Reported',
  edited: 'Edited',
}

export function LatestChanges({ goals }: { goals: GoalSummary[] }) {
  if (goals.length === 0) return <p className="text-ink-soft">No changes yet.</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {goals.map((goal) => {
        const { kind, at } = latestChangeOf(goal)
        return (
          <li key={goal.id} className="space-y-0.5 py-3">
            <Link
              to="/goals/$goalId"
              params={{ goalId: goal.id }}
              className="line-clamp-2 rounded font-medium hover:underline"
            >
              {goal.title}
            </Link>
            {kind === 'reported' && (
              <p className="line-clamp-2 text-sm text-ink-soft">{goal.lastReport?.summary}</p>
            )}
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint">
              <span>
                {words[kind]} <Ago time={at} />
              </span>
              {goal.status !== 'active' && <StatusBadge status={goal.status} />}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
