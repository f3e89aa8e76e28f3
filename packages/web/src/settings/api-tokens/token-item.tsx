import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.tsx'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { Row, ScopeList } from '../layout/rows.tsx'
import { texts } from './texts.ts'
import { TokenGoals } from './token-goals.tsx'

type TokenItemProps = {
  token: ApiToken
  /** Whose it is, in a list of several people's. */
  owner?: string
  actions: ReactNode
}

/** What a list shows of a token, which is never its secret. */
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
