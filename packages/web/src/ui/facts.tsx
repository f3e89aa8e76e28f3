import type { ReactNode } from 'react'

/** A list of terms and their values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line text-[0.9375rem]">{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <dt className="text-sm text-ink-faint">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
