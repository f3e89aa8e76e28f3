import type { Goal, GoalHealth } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { healthWords } from '../goals/words.ts'
import { formatNumber } from '../time/format.ts'
import { cn } from '../ui/cn.ts'

type Part = GoalHealth | 'none'

const parts: { part: Part; name: string; fill: string; dot: string }[] = [
  { part: 'on_track', name: healthWords.on_track, fill: 'fill-good-fill', dot: 'bg-good-fill' },
  { part: 'at_risk', name: healthWords.at_risk, fill: 'fill-warn-fill', dot: 'bg-warn-fill' },
  { part: 'off_track', name: healthWords.off_track, fill: 'fill-bad-fill', dot: 'bg-bad-fill' },
  { part: 'none', name: 'No health yet', fill: 'fill-none-fill', dot: 'bg-none-fill' },
]

const width = 300
const height = 16
const gap = 3

/** One bar of all active goals, cut by health. The list below it is its legend, its numbers and the way in. */
export function HealthChart({ goals }: { goals: Pick<Goal, 'health'>[] }) {
  const counted = parts.map((part) => ({
    ...part,
    count: goals.filter(({ health }) => (health ?? 'none') === part.part).length,
  }))
  const present = counted.filter(({ count }) => count > 0)
  const drawn = width - gap * Math.max(present.length - 1, 0)
  let x = 0
  const bars = present.map((part) => {
    const bar = { ...part, x, width: (part.count / goals.length) * drawn }
    x += bar.width + gap
    return bar
  })
  return (
    <div className="space-y-4">
      <p>
        <span className="font-serif text-3xl font-semibold tabular-nums">{formatNumber(goals.length)}</span>{' '}
        <span className="text-ink-soft">active {goals.length === 1 ? 'goal' : 'goals'}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="h-4 w-full"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.length === 0 && <rect width={width} height={height} rx="4" className="fill-sunken" />}
        {bars.map((bar) => (
          <rect key={bar.part} x={bar.x} width={bar.width} height={height} rx="4" className={bar.fill} />
        ))}
      </svg>
      <ul className="divide-y divide-line">
        {counted.map(({ part, name, dot, count }) => (
          <li key={part} className="flex min-h-10 items-center gap-3">
            <span aria-hidden="true" className={cn('size-3 rounded-full', dot)} />
            {part === 'none' ? (
              <span className="flex-1">{name}</span>
            ) : (
              <Link
                to="/goals"
                search={{ status: 'active', health: part }}
                className="flex-1 rounded py-1.5 hover:underline"
              >
                {name}
              </Link>
            )}
            <span className="font-medium tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
