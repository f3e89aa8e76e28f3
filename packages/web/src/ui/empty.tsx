import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

type EmptyProps = { title: string; children?: ReactNode; actions?: ReactNode }

/** Shown in place of an empty list, with the next action. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="flex flex-col items-center rounded-2xl border border-dashed border-line-strong px-6 py-12 text-center">
      <Mark className="mb-4 size-10 opacity-70" />
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children && <div className="mt-1.5 max-w-md text-ink-soft">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
