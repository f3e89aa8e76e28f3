import { useId } from 'react'
import { ChartFrame } from '../../goals/pictures/charts/chart-frame.tsx'
import { PointReader } from '../../goals/pictures/charts/point-reader.tsx'
import { placedLabels } from '../../goals/pictures/charts/time-axis.ts'
import { formatDate, formatNumber, formatShortDate, today } from '../../presentation/time/format.ts'
import { useWidth } from '../../ui/hooks/use-width.ts'
import { describeCounts, looks } from './health-parts.ts'
import { barsOf, maximumOf, spread, ticksUpTo } from './stacked-bars.ts'
import { texts } from './texts.ts'
import { type Counts, parts } from './walk-back.ts'

/** All sizes are in pixels. The drawing is not scaled, so that its text has the normal size. */
const top = 8
const labelHeight = 26
/** Of a letter, on average and generously. */
const letterWidth = 7.4
const lineHeight = 19
const widestStep = 72

type HealthColumnsProps = {
  /** Oldest first; the last one is now. */
  columns: readonly { at: number; counts: Counts }[]
}

/** Active goals by health, a column for each time. The newest column names the parts. */
export function HealthColumns({ columns }: HealthColumnsProps) {
  const titleId = useId()
  const [svg, width] = useWidth()
  const newest = columns.at(-1)
  const oldest = columns[0]
  if (!newest || !oldest) return null
  const height = width < 560 ? 230 : 300
  const maximum = maximumOf(columns.map(({ counts }) => counts))
  const left = formatNumber(maximum).length * 8 + 12
  const longest = Math.max(
    ...parts.map((part) => `${formatNumber(newest.counts[part])} ${looks[part].name}`.length),
  )
  const labelWidth = 10 + longest * letterWidth
  const area = { width: Math.max(width - left - labelWidth, 80), height: height - top - labelHeight }
  const step = Math.min(area.width / columns.length, widestStep)
  const right = step * columns.length - 1
  // Narrow columns look calmer as one area.
  const gap = step > 16 ? 3 : 0
  const drawn = columns.map(({ at, counts }, index) => ({
    at,
    counts,
    x: index * step,
    bars: barsOf(counts, { maximum, height: area.height, gap: gap > 0 ? 1.5 : 0 }),
  }))
  const named = drawn.at(-1)?.bars ?? []
  const places = spread(
    named.map(({ y, height: size }) => y + size / 2 + 5),
    lineHeight,
    area.height,
    5,
  )
  const points = drawn.map(({ at, counts, x, bars }, index) => ({
    revision: index,
    x: left + x + (step - gap) / 2,
    y: top + (bars.at(-1)?.y ?? area.height),
    heading: index === drawn.length - 1 ? texts.today : formatDate(at),
    text: describeCounts(counts),
  }))
  const end = columns.length - 1
  // The ends are the most important, then the middle.
  const dated = new Set([0, end, ...[2, 1, 3].map((quarter) => Math.round((end * quarter) / 4))])
  const dates = placedLabels(
    [...dated].map((index) => ({
      key: String(index),
      text: index === end ? texts.today : formatShortDate(today(new Date(columns[index]?.at ?? 0))),
      x: index * step + (step - gap) / 2,
    })),
    0,
    right,
  )
  return (
    <div className="relative">
      <ChartFrame
        svg={svg}
        width={width}
        height={height}
        titleId={titleId}
        title={`${texts.chart}. ${formatDate(oldest.at)}: ${describeCounts(oldest.counts)}. ${texts.today}: ${describeCounts(newest.counts)}.`}
      >
        <g transform={`translate(${left} ${top})`}>
          {ticksUpTo(maximum).map((tick) => {
            const y = area.height * (1 - tick / maximum)
            return (
              <g key={tick}>
                <line x1={0} x2={right} y1={y} y2={y} className="stroke-line" />
                <text x={-8} y={y + 4.5} textAnchor="end" className="fill-ink-faint tabular-nums">
                  {formatNumber(tick)}
                </text>
              </g>
            )
          })}
          {drawn.map(({ at, x, bars }) =>
            bars.map((bar) => (
              <rect
                key={`${at} ${bar.part}`}
                x={x}
                y={bar.y}
                width={Math.max(step - gap, 1)}
                height={bar.height}
                rx={gap > 0 ? 2 : 0}
                shapeRendering={gap > 0 ? undefined : 'crispEdges'}
                className={looks[bar.part].fill}
              />
            )),
          )}
          <line
            x1={0}
            x2={right}
            y1={area.height + 0.5}
            y2={area.height + 0.5}
            className="stroke-line-strong"
          />
          {named.map(({ part }, index) => (
            <text key={part} x={right + 10} y={places[index]} className={looks[part].word}>
              <tspan className="font-semibold">{formatNumber(newest.counts[part])}</tspan> {looks[part].name}
            </text>
          ))}
          {dates.map(({ key, text, x, anchor }) => (
            <text
              key={key}
              x={x}
              y={area.height + labelHeight - 6}
              textAnchor={anchor}
              className="fill-ink-faint"
            >
              {text}
            </text>
          ))}
        </g>
      </ChartFrame>
      <PointReader title={texts.chart} points={points} width={width} height={height} />
    </div>
  )
}
