import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { cn } from '../../ui/cn.ts'

type Colored = Pick<GoalLabel, 'color'>

/**
 * A label's color is any text. As a style property, the browser ignores it unless it is a color, so it cannot inject styles.
 */
export function LabelDot({ color, className }: Colored & { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('inline-block size-2.5 shrink-0 rounded-full bg-none-fill', className)}
      {...(color && { style: { backgroundColor: color } })}
    />
  )
}

export function LabelChip({ label }: { label: Pick<GoalLabel, 'name' | 'color'> }) {
  return (
    <span className="inline-flex max-w-48 items-center gap-1.5 rounded-full border border-line px-2.5 py-0.5 text-sm text-ink-soft">
      <LabelDot color={label.color} />
      <span className="truncate">{label.name}</span>
    </span>
  )
}
