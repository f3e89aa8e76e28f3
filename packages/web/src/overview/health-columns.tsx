import { useId } from 'react'
import { PointReader } from '../goals/charts/point-reader.tsx'
import { formatDate, formatNumber } from '../time/format.ts'
import { useWidth } from '../ui/hooks/use-width.ts'
import { describeCounts, looks } from './health-parts.ts'
import { barsOf, maximumOf, spread } from './stacked-bars.ts'
import { texts } from './texts.ts'
import type { Counts } from './walk-back.ts'

/** All sizes are in pixels. The drawing is not scaled, so that its text has the normal size. */
const height = 220
const top = 20
const labelHeight = 26
const labelWidth = 118
const lineHeight = 19

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
  const area = { width: Math.max(width - labelWidth, 80), height: height - top - labelHeight }
  const step = area.width / columns.length
  const gap = step > 12 ? 3 : 1
  const maximum = maximumOf(columns.map(({ counts }) => counts))
  const drawn = columns.map(({ at, counts }, index) => ({
    at,
    counts,
    x: index * step,
    bars: barsOf(counts, { maximum, height: area.height, gap: 1.5 }),
  }))
  const named = drawn.at(-1)?.bars ?? []
  const places = spread(
    named.map(({ y, height: size }) => y + size / 2 + 5),
    lineHeight,
    area.height,
  )
  const points = drawn.map(({ at, counts, x, bars }, index) => ({
    revision: index,
    x: x + (step - gap) / 2,
    y: top + (bars.at(-1)?.y ?? area.height),
    heading: index === drawn.length - 1 ? texts.today : formatDate(at),
    text: describeCounts(counts),
  }))
  return (
    <div className="relative">
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        className="w-full text-[13px]"
        role="img"
        aria-labelledby={titleId}
      >
        <title id={titleId}>
          {`${texts.chart}. ${formatDate(oldest.at)}: ${describeCounts(oldest.counts)}. ${texts.today}: ${describeCounts(newest.counts)}.`}
        </title>
        <g transform={`translate(0 ${top})`}>
          {drawn.map(({ at, x, bars }) =>
            bars.map((bar) => (
              <rect
                key={`${at} ${bar.part}`}
                x={x}
                y={bar.y}
                width={Math.max(step - gap, 1)}
                height={bar.height}
                rx={step > 12 ? 2 : 0}
                className={looks[bar.part].fill}
              />
            )),
          )}
          <line
            x1={0}
            x2={area.width}
            y1={area.height + 0.5}
            y2={area.height + 0.5}
            className="stroke-line-strong"
          />
          {named.map(({ part }, index) => (
            <text key={part} x={area.width + 8} y={places[index]} className={looks[part].word}>
              <tspan className="font-semibold">{formatNumber(newest.counts[part])}</tspan> {looks[part].name}
            </text>
          ))}
          <text x={0} y={area.height + labelHeight - 6} className="fill-ink-faint">
            {formatDate(oldest.at)}
          </text>
          <text
            x={area.width - gap}
            y={area.height + labelHeight - 6}
            textAnchor="end"
            className="fill-ink-faint"
          >
            {texts.today}
          </text>
        </g>
      </svg>
      <PointReader title={texts.chart} points={points} width={width} height={height} />
    </div>
  )
}
