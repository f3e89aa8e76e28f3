import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { goalQuery } from '../../goals/data/queries.ts'
import { texts } from './texts.ts'

/** How many goals a token is limited to, and on demand which. */
export function TokenGoals({ goalIds }: { goalIds: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded font-medium text-accent">{texts.onlyGoals(goalIds.length)}</summary>
      {isOpen && <Titles goalIds={goalIds} />}
    </details>
  )
}

function Titles({ goalIds }: { goalIds: readonly string[] }) {
  const organization = useActiveOrganization()
  const goals = useQueries({ queries: goalIds.map((goalId) => goalQuery(organization.id, goalId)) })
  return (
    <ul aria-label={texts.goals.title} className="mt-1 space-y-1">
      {goals.map(({ data, error, isPending }, index) => {
        const goalId = goalIds[index] ?? ''
        return (
          <li key={goalId} className="wrap-anywhere text-ink-soft">
            {data && (
              <Link
                to="/goals/$goalId"
                params={{ goalId }}
                className="rounded underline decoration-line-strong underline-offset-3 hover:decoration-ink"
              >
                <bdi>{data.goal.title}</bdi>
              </Link>
            )}
            {isPending && texts.goals.loadingOne}
            {error &&
              !data &&
              (isApiError(error, 'goal_not_found') ? texts.goals.deleted : texts.goals.failed)}
          </li>
        )
      })}
    </ul>
  )
}
