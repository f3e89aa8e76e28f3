import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

/** A list of things with actions beside them, such as sessions and tokens. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
    >
      {children}
    </ul>
  )
}

export function Row({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64 space-y-1">{children}</div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  )
}

/** The scopes of a credential. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul aria-label={texts.scopes} className="flex flex-wrap gap-1.5 pt-1">
      {scopes.map((scope) => (
        <li key={scope} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs text-ink-soft">
          {scope}
        </li>
      ))}
    </ul>
  )
}
