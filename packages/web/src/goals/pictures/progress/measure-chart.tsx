import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useId } from 'react'
import { formatDate, formatValue } from '../../../presentation/time/format.ts'
import { useWidth } from '../../../ui/hooks/use-width.ts'
import { ChartFrame } from '../charts/chart-frame.tsx'
import { PointReader } from '../charts/point-reader.tsx'
import { axisOf } from '../charts/time-axis.ts'
import { TimeAxisMarks } from '../charts/time-axis-marks.tsx'
import type { Point } from './measure-series.ts'
import { texts } from './texts.ts'

/** All sizes are in pixels. */
const height = 132
const top = 12
const bottom = 28
const side = 6

type MeasureChartProps = {
  measure: Goal['measures'][number]
  points: Point[]
  until: number
  timeframe: Goal['timeframe']
  onOpen: (revision: number) => void
}

/** The reported values over time, with lines at the start and the target. Only if there are several values. */
export function MeasureChart(props: MeasureChartProps) {
  const { points } = props
  const [first] = points
  const last = points.at(-1)
  // The drawing measures its width when it appears, so it only appears with its values.
  if (!first || !last || first === last) return null
  return <Drawing {...props} first={first} last={last} />
}

type DrawingProps = MeasureChartProps & { first: Point; last: Point }

function Drawing({ measure, points, until, timeframe, onOpen, first, last }: DrawingProps) {
  const { title, unit, start, target } = measure
  const titleId = useId()
  const [svg, width] = useWidth()
  const values = [start, target, ...points.map(({ value }) => value)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const axis = axisOf(first.time, until, timeframe.kind === 'deadline' ? timeframe.targetDate : undefined)
  const x = (time: number) => side + ((time - axis.begin) / (axis.end - axis.begin)) * (width - 2 * side)
  // Start and target differ, so the range is never empty.
  const y = (value: number) => top + ((high - value) / (high - low)) * (height - top - bottom)
  const inWords = ({ value, time }: Point) => ({ value: formatValue(value, unit), date: formatDate(time) })
  const readable = points.map(({ revision, time, value, summary }) => ({
    revision,
    x: x(time),
    y: y(value),
    heading: `${formatDate(time)} · ${formatValue(value, unit)}`,
    text: summary,
  }))
  return (
    <div className="relative mt-3">
      <ChartFrame
        svg={svg}
        width={width}
        height={height}
        titleId={titleId}
        title={texts.chart(title, inWords(first), inWords(last), points.length, formatValue(target, unit))}
      >
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
          {texts.targetLine}
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
        <TimeAxisMarks
          axis={axis}
          now={until}
          x={x}
          area={{ right: width - side, top, bottom: height - bottom, labels: height - 6 }}
        />
      </ChartFrame>
      <PointReader title={title} points={readable} width={width} height={height} onOpen={onOpen} />
    </div>
  )
}
