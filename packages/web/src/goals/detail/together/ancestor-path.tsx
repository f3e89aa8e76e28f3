import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { texts } from './texts.ts'

/** The goals above, from the top. */
export function AncestorPath({ goal: { ancestors } }: { goal: Pick<Goal, 'ancestors'> }) {
  if (ancestors.length === 0) return null
  return (
    <nav aria-label={texts.above}>
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-sm text-ink-soft">
        {ancestors.map(({ id, title }) => (
          <li key={id} className="flex max-w-full min-w-0 items-center gap-1">
            <Link
              to="/goals/$goalId"
              params={{ goalId: id }}
              title={title}
              className="min-w-0 truncate rounded py-1 hover:text-ink hover:underline sm:max-w-80"
            >
              <bdi>{title}</bdi>
            </Link>
            <ChevronRight className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
