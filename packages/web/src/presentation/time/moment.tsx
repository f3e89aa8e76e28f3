import { formatAgo, formatDate, formatDateTime } from './format.ts'

type MomentProps = { time: string }

/** How long ago. The exact time is in the tooltip and for screen readers. */
export function Ago({ time }: MomentProps) {
  const moment = formatDateTime(time)
  return (
    <time dateTime={time} title={moment}>
      {formatAgo(time)}
      <span className="sr-only"> ({moment})</span>
    </time>
  )
}

/** The date. The tooltip adds the time. */
export function Day({ time }: MomentProps) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  )
}
