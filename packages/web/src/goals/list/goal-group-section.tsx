import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../presentation/time/format.ts'
import type { GoalGroup } from './arrange-goals.ts'

/** A group of goals that can be folded. */
export function GoalGroupSection({ group, children }: { group: GoalGroup; children: ReactNode }) {
  return (
    <details open className="group">
      <summary className="mb-2.5 flex min-h-9 w-fit max-w-full cursor-pointer list-none items-center gap-2 rounded-lg pr-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <h2 className="min-w-0 truncate font-serif text-lg font-semibold">
          <bdi>{group.name}</bdi>
        </h2>
        <span className="text-sm text-ink-faint tabular-nums">{formatNumber(group.goals.length)}</span>
      </summary>
      {children}
    </details>
  )
}
