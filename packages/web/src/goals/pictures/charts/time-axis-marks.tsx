import { formatShortDate, today } from '../../../presentation/time/format.ts'
import { texts } from './texts.ts'
import { type Axis, placedLabels } from './time-axis.ts'

type TimeAxisMarksProps = {
  axis: Axis
  now: number
  x: (time: number) => number
  /** In pixels: where the lines of the chart end, from top to bottom, and the baseline of the labels. */
  area: { right: number; top: number; bottom: number; labels: number }
}

/** Without this year, which everybody knows and which narrow charts have no room for. */
const dateOf = (time: number) => formatShortDate(today(new Date(time)))

/** The line of the target date, and the dates below the chart. */
export function TimeAxisMarks({ axis: { begin, end, due, isDueLater }, now, x, area }: TimeAxisMarksProps) {
  const { right, top, bottom, labels } = area
  const isOpen = due !== undefined && now < due
  const wanted = [
    { key: 'begin', text: dateOf(begin), x: x(begin) },
    ...(due === undefined ? [] : [{ key: 'due', text: texts.due(dateOf(due)), x: x(due) }]),
    ...(isOpen ? [{ key: 'now', text: texts.today, x: x(now) }] : []),
    ...(due === end ? [] : [{ key: 'end', text: isDueLater ? texts.dueLater : dateOf(end), x: x(end) }]),
  ]
  return (
    <>
      {isOpen && <line x1={x(now)} x2={x(now)} y1={top} y2={bottom} className="stroke-line" />}
      {due !== undefined && (
        <line
          x1={x(due)}
          x2={x(due)}
          y1={top}
          y2={bottom}
          strokeWidth="1.5"
          strokeDasharray="3 3"
          className="stroke-ink-soft"
        />
      )}
      {placedLabels(wanted, 0, right).map((label) => (
        <text key={label.key} x={label.x} y={labels} textAnchor={label.anchor} className="fill-ink-faint">
          {label.text}
        </text>
      ))}
    </>
  )
}
