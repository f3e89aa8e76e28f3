import { cn } from '../cn.ts'
import { texts } from '../texts.ts'

function Bar({ className }: { className?: string }) {
  return <div className={cn('h-4 animate-pulse rounded bg-sunken', className)} />
}

/** Placeholder for a loading list. */
export function ListSkeleton({ rows = 4, label = texts.loading }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{texts.going(label)}</span>
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className="space-y-3 rounded-xl border border-line bg-surface p-5">
          <Bar className="w-2/3" />
          <Bar className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}

/** Placeholder for loading text. */
export function TextSkeleton() {
  return (
    <div role="status" className="space-y-3 py-1">
      <span className="sr-only">{texts.going(texts.loading)}</span>
      <Bar className="w-11/12" />
      <Bar className="w-3/4" />
    </div>
  )
}

export function PageSkeleton() {
  return (
    <div className="space-y-8">
      <Bar className="h-9 w-56" />
      <ListSkeleton />
    </div>
  )
}
