import type { Brief, BriefGoal } from '@cairn/contract'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { statusNames } from '../goals/data/display-names.ts'
import { isOpen } from '../goals/data/is-open.ts'
import { StateIcon } from '../goals/pictures/badges.tsx'
import { SectionTitle } from '../ui/page.tsx'
import { texts } from './texts.ts'

/** The person's goals that wait for others, and for which. Renders nothing if none does. */
export function Blocked({ brief }: { brief: Brief }) {
  const blocked = brief.goals.filter(({ blockedBy }) => blockedBy.some(isOpen))
  if (blocked.length === 0) return null
  return (
    <section aria-labelledby="blocked" className="space-y-4">
      <SectionTitle id="blocked">{texts.blocked.title}</SectionTitle>
      <ul
        aria-label={texts.blocked.list}
        className="divide-y divide-line rounded-xl border border-line bg-surface shadow-raised"
      >
        {blocked.map((goal) => (
          <Row key={goal.id} goal={goal} />
        ))}
      </ul>
    </section>
  )
}

const linkClass = 'rounded hover:underline'

function Row({ goal }: { goal: BriefGoal }) {
  return (
    <li className="space-y-1.5 px-4 py-3 sm:px-5">
      <p className="flex min-w-0 gap-2.5">
        <StateIcon status={goal.status} health={goal.health} />
        <Link to="/goals/$goalId" params={{ goalId: goal.id }} data-row className={linkClass}>
          <bdi className="line-clamp-2 wrap-anywhere">{goal.title}</bdi>
        </Link>
      </p>
      <ul aria-label={texts.blocked.waitsFor} className="space-y-1 pl-7.5 text-sm text-ink-soft">
        {goal.blockedBy.filter(isOpen).map(({ id, title, status }) => (
          <li key={id} className="flex gap-2">
            <Hourglass className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
            <span className="min-w-0">
              <Link to="/goals/$goalId" params={{ goalId: id }} className={linkClass}>
                <bdi className="wrap-anywhere">{title}</bdi>
              </Link>{' '}
              <span className="text-ink-faint">({statusNames[status]})</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
