import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { usePeople } from '../goals/people.ts'
import { Ago } from '../time/moment.tsx'

export function LatestChanges({ goals }: { goals: (Goal | GoalSummary)[] }) {
  const { nameOf } = usePeople()
  if (goals.length === 0) return <p className="text-ink-soft">No changes yet.</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {goals.map((goal) => (
        <li key={goal.id} className="py-3">
          <Link
            to="/goals/$goalId"
            params={{ goalId: goal.id }}
            className="line-clamp-2 rounded font-medium hover:underline"
          >
            {goal.title}
          </Link>
          <p className="mt-0.5 text-sm text-ink-faint">
            {nameOf(goal.updatedByUserId)}, <Ago time={goal.updatedAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
