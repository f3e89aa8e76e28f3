import type { Goal } from '@cairn/contract/schemas/goals'
import { useId } from 'react'
import { formatDate, formatValue } from '../../time/format.ts'
import { useWidth } from '../../ui/hooks/use-width.ts'
import type { Point } from './measure-series.ts'

/** All sizes are in pixels. */
const height = 132
const top = 12
const bottom = 28
const side = 6

type MeasureChartProps = { measure: Goal['measures'][number]; points: Point[] }

/** The reported values over time, with lines at the start and the target. Only if there are several values. */
export function MeasureChart({ measure, points }: MeasureChartProps) {
  const [first] = points
  const last = points.at(-1)
  // The drawing measures its width when it appears, so it only appears with its values.
  if (!first || !last || first === last) return null
  return <Drawing measure={measure} points={points} first={first} last={last} />
}

type DrawingProps = MeasureChartProps & { first: Point; last: Point }

function Drawing({ measure: { title, unit, start, target }, points, first, last }: DrawingProps) {
  const titleId = useId()
  const [svg, width] = useWidth()
  const values = [start, target, ...points.map(({ value }) => value)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) =>
    side + ((time - first.time) / Math.max(last.time - first.time, 1)) * (width - 2 * side)
  // Start and target differ, so the range is never empty.
  const y = (value: number) => top + ((high - value) / (high - low)) * (height - top - bottom)
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      className="mt-3 w-full text-[13px]"
      role="img"
      aria-labelledby={titleId}
    >
      <title id={titleId}>
        {`${title} over time: ${formatValue(first.value, unit)} on ${formatDate(first.time)}, ${formatValue(last.value, unit)} on ${formatDate(last.time)}, ${points.length} values. Target: ${formatValue(target, unit)}.`}
      </title>
      <line x1={side} x2={width - side} y1={y(start)} y2={y(start)} className="stroke-line" />
      <line
        x1={side}
        x2={width - side}
        y1={y(target)}
        y2={y(target)}
        className="stroke-good-fill"
        strokeDasharray="5 4"
      />
      <text
        // On the left, where the values are still far from the target.
        x={side}
        y={y(target) + (target < start ? -5 : 14)}
        className="fill-ink-faint"
      >
        Target
      </text>
      <polyline
        points={points.map(({ time, value }) => `${x(time)},${y(value)}`).join(' ')}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-accent"
      />
      {points.map(({ revision, time, value }) => (
        <circle
          key={revision}
          cx={x(time)}
          cy={y(value)}
          r={4}
          strokeWidth="1.5"
          className="fill-accent stroke-surface"
        />
      ))}
      <text x={side} y={height - 6} className="fill-ink-faint">
        {formatDate(first.time)}
      </text>
      <text x={width - side} y={height - 6} textAnchor="end" className="fill-ink-faint">
        {formatDate(last.time)}
      </text>
    </svg>
  )
}
