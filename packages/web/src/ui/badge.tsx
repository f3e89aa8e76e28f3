import type { LucideIcon } from 'lucide-react'
import { cn } from './cn.ts'

type BadgeProps = { icon: LucideIcon; look: string; isLarge?: boolean; children: string }

/** A short fact as a pill. The icon says the same for those who do not tell colors apart. */
export function Badge({ icon: Icon, look, isLarge = false, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full align-middle font-medium whitespace-nowrap',
        isLarge ? 'px-3.5 py-1 text-base' : 'px-2.5 py-0.5 text-sm',
        look,
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </span>
  )
}
