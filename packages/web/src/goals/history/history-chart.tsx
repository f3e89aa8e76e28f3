import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useId } from 'react'
import { formatDate } from '../../presentation/time/format.ts'
import { useWidth } from '../../ui/hooks/use-width.ts'
import { healthNames, statusNames } from '../data/display-names.ts'
import { ChartFrame } from '../pictures/charts/chart-frame.tsx'
import { PointReader } from '../pictures/charts/point-reader.tsx'
import { axisOf, characterWidth } from '../pictures/charts/time-axis.ts'
import { TimeAxisMarks } from '../pictures/charts/time-axis-marks.tsx'
import { type Span, spansOf } from './health-over-time.ts'
import { texts } from './texts.ts'

/** All sizes are in pixels. The drawing is not scaled, so that its text has the normal size. */
const right = 10
const laneHeight = 36
const top = 4
const statusHeight = 14

/** A goal that is completed is above on track: it cannot get better. */
type Lane = GoalHealth | 'completed' | 'none'
type LaneLook = { lane: Lane; name: string; fill: string }
const completedLane: LaneLook = { lane: 'completed', name: statusNames.completed, fill: 'fill-good-fill' }
const healthLanes: LaneLook[] = [
  { lane: 'on_track', name: healthNames.on_track, fill: 'fill-good-fill' },
  { lane: 'at_risk', name: healthNames.at_risk, fill: 'fill-warn-fill' },
  { lane: 'off_track', name: healthNames.off_track, fill: 'fill-bad-fill' },
  { lane: 'none', name: texts.noHealth, fill: 'fill-none-fill' },
]
/** The names of the lanes are as long as the language has them. */
const longestName = Math.max(...[completedLane, ...healthLanes].map(({ name }) => name.length))
const left = Math.max(78, 14 + 6.5 * longestName)

const statusFills: Record<GoalStatus, string> = {
  active: 'fill-accent',
  paused: 'fill-none-fill',
  completed: 'fill-good-fill',
  archived: 'fill-line-strong',
}

const laneOf = ({ status, health }: Span): Lane => (status === 'completed' ? 'completed' : (health ?? 'none'))

type HistoryChartProps = {
  updates: GoalUpdate[]
  until: number
  timeframe: Goal['timeframe']
  onOpen: (revision: number) => void
}

/**
 * Health as a stepped line, status as a ribbon below it. Drawn by hand because a chart library would weigh more than the
 * page. The history below has the same facts in words, so screen readers only get a summary.
 */
export function HistoryChart({ updates, until, timeframe, onOpen }: HistoryChartProps) {
  const titleId = useId()
  const [svg, width] = useWidth()
  const spans = spansOf(updates, until)
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) return null
  const axis = axisOf(first.from, until, timeframe.kind === 'deadline' ? timeframe.targetDate : undefined)
  const { begin, end } = axis
  const lanes = spans.some(({ status }) => status === 'completed')
    ? [completedLane, ...healthLanes]
    : healthLanes
  const statusTop = top + lanes.length * laneHeight + 8
  const height = statusTop + statusHeight + 44
  const x = (time: number) => left + ((time - begin) / (end - begin)) * (width - left - right)
  const y = (lane: Lane) => top + (lanes.findIndex((candidate) => candidate.lane === lane) + 0.5) * laneHeight
  const fillOf = (span: Span) => lanes.find(({ lane }) => lane === laneOf(span))?.fill
  const points = spans.map((span, index) => ({
    revision: span.revision,
    x: x(span.from),
    y: y(laneOf(span)),
    heading: `${formatDate(span.from)} · ${lanes.find(({ lane }) => lane === laneOf(span))?.name}`,
    text: span.revision === 1 ? texts.published : (updates[index]?.summary ?? ''),
  }))

  return (
    <div className="relative">
      <ChartFrame svg={svg} width={width} height={height} titleId={titleId} title={summaryOf(spans)}>
        {lanes.map(({ lane, name }) => (
          <g key={lane}>
            <line x1={left} x2={width - right} y1={y(lane)} y2={y(lane)} className="stroke-line" />
            <text x={left - 12} y={y(lane) + 5} textAnchor="end" className="fill-ink-faint">
              {name}
            </text>
          </g>
        ))}
        <path
          d={spans.map((span, index) => stepOf(span, index, x, y(laneOf(span)))).join('')}
          fill="none"
          className="stroke-ink-faint"
          strokeWidth="1.5"
          strokeDasharray="2 4"
        />
        {spans.map((span) => (
          <rect
            key={span.revision}
            x={x(span.from)}
            y={y(laneOf(span)) - 4}
            width={Math.max(x(span.to) - x(span.from), 2)}
            height={8}
            rx={4}
            className={fillOf(span)}
          />
        ))}
        {spans.map((span) => (
          <circle
            key={span.revision}
            cx={x(span.from)}
            cy={y(laneOf(span))}
            r={6}
            strokeWidth="2"
            className={`stroke-surface ${fillOf(span)}`}
          />
        ))}
        <StatusRibbon spans={spans} x={x} top={statusTop} />
        <TimeAxisMarks
          axis={axis}
          now={until}
          x={x}
          area={{ right: width - right, top, bottom: statusTop + statusHeight, labels: height - 6 }}
        />
      </ChartFrame>
      <PointReader title={texts.health} points={points} width={width} height={height} onOpen={onOpen} />
    </div>
  )
}

type Scale = (time: number) => number

/** A horizontal line to the next report, and a vertical one to its level. */
function stepOf(span: Span, index: number, x: Scale, level: number): string {
  return `${index === 0 ? 'M' : 'L'}${x(span.from)} ${level}L${x(span.to)} ${level}`
}

function StatusRibbon({ spans, x, top: statusTop }: { spans: Span[]; x: Scale; top: number }) {
  return (
    <g>
      <text x={left - 12} y={statusTop + 12} textAnchor="end" className="fill-ink-faint">
        {texts.status}
      </text>
      {runsOf(spans).map(({ from, to, status }) => (
        <g key={from}>
          <rect
            x={x(from)}
            y={statusTop}
            width={Math.max(x(to) - x(from) - 1, 2)}
            height={statusHeight}
            rx={3}
            className={statusFills[status]}
          />
          {x(to) - x(from) > statusNames[status].length * characterWidth && (
            <text x={x(from) + 2} y={statusTop + statusHeight + 15} className="fill-ink-faint">
              {statusNames[status]}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** Merges adjacent spans with the same status. */
function runsOf(spans: Span[]): Pick<Span, 'from' | 'to' | 'status'>[] {
  const runs: { from: number; to: number; status: GoalStatus }[] = []
  for (const { from, to, status } of spans) {
    const last = runs.at(-1)
    if (last?.status === status) last.to = to
    else runs.push({ from, to, status })
  }
  return runs
}

function summaryOf(spans: Span[]): string {
  const first = spans[0]
  const last = spans.at(-1)
  if (!first || !last) return ''
  return texts.chart(
    { from: formatDate(first.from), to: formatDate(last.to), count: spans.length },
    { status: statusNames[last.status], health: last.health ? healthNames[last.health] : texts.noHealth },
  )
}
