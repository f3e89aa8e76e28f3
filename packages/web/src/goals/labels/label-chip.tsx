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

/** Colors that work in both themes. Labels keep other colors that were set through the API. */
export const labelColors = [
  { name: 'Slate', color: '#64748b' },
  { name: 'Blue', color: '#3b76b8' },
  { name: 'Teal', color: '#1f8a85' },
  { name: 'Green', color: '#4b8b4f' },
  { name: 'Amber', color: '#b87d14' },
  { name: 'Rust', color: '#bf5b34' },
  { name: 'Red', color: '#c04552' },
  { name: 'Plum', color: '#9a5399' },
  { name: 'Violet', color: '#7463c0' },
] as const
