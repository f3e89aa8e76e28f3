import type { ReactNode } from 'react'

/** Terms and what they are, one below the other. */
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
