import type { ReactNode } from 'react'
import { markStones } from '../mark.tsx'

type EmptyProps = { title: string; children?: ReactNode; actions?: ReactNode }

/** Shown in place of an empty list, with the next action. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="flex flex-col items-center rounded-2xl border border-dashed border-line-strong px-6 py-12 text-center">
      <Picture hasStone={actions !== undefined} />
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children && <div className="mt-1.5 max-w-md text-balance text-ink-soft">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}

/** The ground, with places for stones. The first one lies there if there is something to do. */
function Picture({ hasStone }: { hasStone: boolean }) {
  const [low, ...others] = markStones
  return (
    <svg viewBox="0 0 64 32" aria-hidden="true" className="mb-4 h-12 w-24 overflow-visible fill-none">
      <path d="M2 30.600h60" strokeLinecap="round" className="stroke-line-strong" />
      <g transform="translate(16 0)" strokeDasharray="2 1.600" className="stroke-line-strong">
        {others.map((stone) => (
          <path key={stone} d={stone} />
        ))}
        <path d={low} className={hasStone ? 'fill-accent stroke-none' : ''} />
      </g>
    </svg>
  )
}
