import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import type { ReactNode } from 'react'
import { Ago, Day } from '../../time/moment.tsx'
import { TokenGoals } from './token-goals.tsx'

/** The list of tokens. */
export function TokenList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
    >
      {children}
    </ul>
  )
}

type TokenItemProps = {
  token: ApiToken
  /** Whose it is, in a list of several people's. */
  owner?: string
  actions: ReactNode
}

/** What a list shows of a token, which is never its secret. */
export function TokenItem({ token, owner, actions }: TokenItemProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{token.name}</bdi>
          {token.kind === 'agent' && <span className="font-normal text-ink-soft"> (agent)</span>}
          {owner !== undefined && (
            <span className="font-normal text-ink-soft">
              {' '}
              of <bdi>{owner}</bdi>
            </span>
          )}
        </p>
        <p className="text-sm text-ink-faint">
          <code>{token.prefix}_…</code>
        </p>
        <p className="text-sm text-ink-faint">
          {token.lastUsedAt ? (
            <>
              Last used <Ago time={token.lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}{' '}
          · created <Day time={token.createdAt} /> · expires <Day time={token.expiresAt} />
        </p>
        {token.previousSecretExpiresAt && (
          <p className="text-sm text-ink-faint">
            The old secret still works until <Day time={token.previousSecretExpiresAt} />.
          </p>
        )}
        {token.goalIds && <TokenGoals goalIds={token.goalIds} />}
        <ul aria-label="Scopes" className="flex flex-wrap gap-1.5 pt-1">
          {token.scopes.map((scope) => (
            <li key={scope} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs text-ink-soft">
              {scope}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  )
}
