import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { GoalRollup } from '@cairn/contract/schemas/goals/goal-relations'
import { formatNumber } from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { healthNames } from '../data/display-names.ts'
import { healthFills } from './badges.tsx'

type Part = GoalHealth | 'none'

/** From the best on the left to the worst on the right. */
const parts: readonly Part[] = ['on_track', 'none', 'at_risk', 'off_track']

type Counts = GoalRollup['byHealth']

/** The worst health of some goals; undefined without any. Goals without a health are better than those at risk. */
export const worstOf = (counts: Counts): Part | undefined => parts.findLast((part) => counts[part] > 0)

/** `2 off track, 1 at risk`: the worst first. */
export const describeHealths = (counts: Counts): string =>
  parts
    .toReversed()
    .filter((part) => counts[part] > 0)
    .map((part) => `${formatNumber(counts[part])} ${healthNames[part].toLowerCase()}`)
    .join(', ')

/** Goals by health as a bar. What it shows must be beside it in words. */
export function HealthBar({ counts, className }: { counts: Counts; className?: string }) {
  const total = parts.reduce((sum, part) => sum + counts[part], 0)
  return (
    <span
      aria-hidden="true"
      className={cn('flex gap-px overflow-hidden rounded-full', total === 0 && 'bg-line', className)}
    >
      {parts
        .filter((part) => counts[part] > 0)
        .map((part) => (
          <span
            key={part}
            className={cn('min-w-1', healthFills[part])}
            style={{ flexGrow: counts[part], flexBasis: 0 }}
          />
        ))}
    </span>
  )
}

/** What the bar shows in words, in its order. */
export function HealthLegend({ counts, none }: { counts: Counts; none: string }) {
  const shown = parts.filter((part) => counts[part] > 0)
  if (shown.length === 0) return <p className="text-sm text-ink-soft">{none}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {shown.map((part) => (
        <li key={part} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('size-2.5 rounded-full', healthFills[part])} />
          {healthNames[part]}{' '}
          <span className="font-medium text-ink tabular-nums">{formatNumber(counts[part])}</span>
        </li>
      ))}
    </ul>
  )
}
