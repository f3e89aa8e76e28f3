import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { goalQuery } from '../../goals/data/queries.ts'
import { fill } from '../../language/fill.tsx'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { Row, ScopeList } from '../layout/rows.tsx'
import { texts } from './texts.ts'

/** How many goals a token is limited to, and on demand which. */
function TokenGoals({ goalIds }: { goalIds: readonly string[] }) {
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

type TokenItemProps = {
  token: ApiToken
  /** The token's owner, in a list of several people's tokens. */
  owner?: string
  actions: ReactNode
}

/** A token in a list, which never shows its secret. */
export function TokenItem({ token, owner, actions }: TokenItemProps) {
  return (
    <Row actions={actions}>
      <p className="font-medium wrap-anywhere">
        <bdi>{token.name}</bdi>
        {token.kind === 'agent' && <span className="font-normal text-ink-soft">{texts.agent}</span>}
        {owner !== undefined && (
          <span className="font-normal text-ink-soft"> {fill(texts.of, { owner: <bdi>{owner}</bdi> })}</span>
        )}
      </p>
      <p className="text-sm text-ink-faint">
        <code>{token.prefix}_…</code>
      </p>
      <p className="text-sm text-ink-faint">
        {fill(token.lastUsedAt ? texts.used : texts.neverUsed, {
          used: token.lastUsedAt && <Ago time={token.lastUsedAt} />,
          created: <Day time={token.createdAt} />,
          expires: <Day time={token.expiresAt} />,
        })}
      </p>
      {token.previousSecretExpiresAt && (
        <p className="text-sm text-ink-faint">
          {fill(texts.secret.old, { day: <Day time={token.previousSecretExpiresAt} /> })}
        </p>
      )}
      {token.goalIds && <TokenGoals goalIds={token.goalIds} />}
      <ScopeList scopes={token.scopes} />
    </Row>
  )
}
