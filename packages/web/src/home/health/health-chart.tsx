import { Link } from '@tanstack/react-router'
import { healthNames } from '../../goals/data/display-names.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { texts } from '../texts.ts'
import { type HealthCounts, type HealthPart, healthBars } from './health-bars.ts'

const looks: Record<HealthPart, { name: string; fill: string; dot: string }> = {
  on_track: { name: healthNames.on_track, fill: 'fill-good-fill', dot: 'bg-good-fill' },
  at_risk: { name: healthNames.at_risk, fill: 'fill-warn-fill', dot: 'bg-warn-fill' },
  off_track: { name: healthNames.off_track, fill: 'fill-bad-fill', dot: 'bg-bad-fill' },
  none: { name: healthNames.none, fill: 'fill-none-fill', dot: 'bg-none-fill' },
}

const width = 300
const height = 16
const gap = 3

/** A bar of all active goals, divided by health. The list below it is its legend and links to the goals. */
export function HealthChart({ counts, isExact }: { counts: HealthCounts; isExact: boolean }) {
  const bars = healthBars(counts, { width, gap })
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="space-y-4">
      <p>
        <span className="font-serif text-3xl font-semibold tabular-nums">
          {formatNumber(total)}
          {!isExact && '+'}
        </span>{' '}
        <span className="text-ink-soft">{texts.health.active(total)}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="h-4 w-full"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {total === 0 && <rect width={width} height={height} rx="4" className="fill-sunken" />}
        {bars.map((bar) => (
          <rect
            key={bar.part}
            x={bar.x}
            width={bar.width}
            height={height}
            rx="4"
            className={looks[bar.part].fill}
          />
        ))}
      </svg>
      <ul className="divide-y divide-line">
        {bars.map(({ part, count }) => (
          <li key={part} className="flex min-h-10 items-center gap-3">
            <span aria-hidden="true" className={cn('size-3 rounded-full', looks[part].dot)} />
            <Link
              to="/goals"
              search={{ status: ['active'], health: [part] }}
              className="flex-1 rounded py-1.5 hover:underline"
            >
              {looks[part].name}
            </Link>
            <span className="font-medium tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
